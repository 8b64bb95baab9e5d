import { describe, expect, it } from "vitest";
import { parseSettings } from "./settings";

const PUBLIC_URL = "https://quality.example.org";
const ALL = {
  OIDC_ISSUER: "https://login.example.org/tenant/v2.0",
  OIDC_CLIENT_ID: "sojourn",
  OIDC_CLIENT_SECRET: "a secret between two",
  OIDC_NAME: "Velmora Staff",
};

describe("the settings of the organisation's login", () => {
  it("are taken together, and left out together", () => {
    expect(parseSettings({ ...ALL, PUBLIC_URL }).settings).toMatchObject(ALL);
    expect(parseSettings({}).settings?.OIDC_NAME).toBeUndefined();
  });

  it.each(Object.keys(ALL))("are refused without %s", (name) => {
    const given = { ...ALL, PUBLIC_URL, [name]: "" };
    expect(parseSettings(given).problems).toEqual([
      `${name}: is required with the other settings of OIDC`,
    ]);
  });

  it("have passwords for everybody, unless OIDC_ONLY is 1", () => {
    const only = (OIDC_ONLY?: string) =>
      parseSettings({ ...ALL, PUBLIC_URL, OIDC_ONLY });
    expect(only().settings?.OIDC_ONLY).toBe("0");
    expect(only("0").settings?.OIDC_ONLY).toBe("0");
    expect(only("1").settings?.OIDC_ONLY).toBe("1");
    expect(only("yes").problems).toEqual(["OIDC_ONLY: expected 0 or 1"]);
  });

  it("are all needed where passwords are for emergency accounts alone", () => {
    expect(parseSettings({ OIDC_ONLY: "1" }).problems).toEqual(
      Object.keys(ALL)
        .map((name) => `${name}: is required with the other settings of OIDC`)
        .sort(),
    );
    expect(parseSettings({ OIDC_ONLY: "0" }).problems).toBeUndefined();
    const host = {
      API_URL: "https://api.example.org",
      SESSION_SECRET: "x".repeat(32),
    };
    expect(parseSettings({ ...host, OIDC_ONLY: "1" }).problems).toEqual([
      "OIDC_ONLY: cannot be set with API_URL: sign-in belongs to that host",
    ]);
    expect(parseSettings({ ...host, OIDC_ONLY: "0" }).problems).toBeUndefined();
  });

  it("are refused with a host of its own", () => {
    const host = {
      API_URL: "https://api.example.org",
      SESSION_SECRET: "x".repeat(32),
    };
    expect(parseSettings({ ...ALL, ...host }).problems).toEqual(
      Object.keys(ALL)
        .map(
          (name) =>
            `${name}: cannot be set with API_URL: sign-in belongs to that host`,
        )
        .sort(),
    );
  });

  it.each([
    "http://127.0.0.1:3999",
    "http://localhost:3999/",
    "http://[::1]:3999",
    "https://login.example.org",
  ])("take the issuer %s", (issuer) => {
    expect(
      parseSettings({ ...ALL, PUBLIC_URL, OIDC_ISSUER: issuer }).problems,
    ).toBeUndefined();
  });

  it("need the address that browsers are sent back to, from another machine", () => {
    expect(parseSettings(ALL).problems).toEqual([
      "PUBLIC_URL: is required with an OIDC_ISSUER on another machine: browsers are sent back to it",
    ]);
    for (const issuer of ["http://127.0.0.1:3999", "https://localhost:3999"]) {
      expect(
        parseSettings({ ...ALL, OIDC_ISSUER: issuer }).problems,
      ).toBeUndefined();
    }
  });

  it.each([
    "login.example.org",
    "http://login.example.org",
    "http://localhost.example.org",
    "ftp://login.example.org",
    "https://login.example.org/?tenant=1",
    "https://login.example.org/#x",
    "https://user@login.example.org",
    "javascript:alert(1)",
  ])("refuse the issuer %s, without saying it", (issuer) => {
    const [problem] = parseSettings({ ...ALL, OIDC_ISSUER: issuer })
      .problems ?? [""];
    expect(problem).toBe(
      "OIDC_ISSUER: expected an https address without a query, or an http one on this machine",
    );
  });

  it("bound the words of the button", () => {
    const given = { ...ALL, PUBLIC_URL, OIDC_NAME: "x".repeat(41) };
    const { problems } = parseSettings(given);
    expect(problems).toEqual(["OIDC_NAME: expected at most 40 characters"]);
  });
});
