import { describe, expect, it } from "vitest";
import { demoNotice, parseSettings, settingsRefusal } from "./settings";

describe("the settings", () => {
  it("have a value for every variable that is not set or empty", () => {
    expect(parseSettings({ PORT: "", HOST: "" }).settings).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      PUBLIC_URL: "http://127.0.0.1:3000",
      PUBLIC_URL_GIVEN: false,
      SITE_NAME: "Sojourn",
    });
  });

  it("name all that is wrong at once, one line for a variable, and no value", () => {
    const { problems } = parseSettings({
      PORT: "-1.5canary",
      API_PORT: "-1.5",
      DEMO: "canary",
      LOG_LEVEL: "canary",
      API_URL: "canary",
      SITE_NAME: "canary".repeat(11),
      COMPANY_NAME: "canary".repeat(11),
    });
    expect(problems).toEqual([
      "API_PORT: expected a port number",
      "API_URL: expected an http or https address",
      "COMPANY_NAME: expected at most 60 characters",
      "DEMO: expected 0 or 1",
      "LOG_LEVEL: expected fatal, error, warn, info, debug or silent",
      "PORT: expected a port number",
      "SESSION_SECRET: is required when API_URL is set",
      "SITE_NAME: expected at most 60 characters",
    ]);
  });

  it("have the sessions of several portals in a database only with a secret that they share", () => {
    const SESSION_DATABASE_URL = "postgres://h/d";
    expect(parseSettings({ SESSION_DATABASE_URL }).problems).toEqual([
      "SESSION_SECRET: is required when SESSION_DATABASE_URL is set",
    ]);
    const SESSION_SECRET = "s".repeat(32);
    const { settings } = parseSettings({
      SESSION_DATABASE_URL,
      SESSION_SECRET,
    });
    expect(settings?.SESSION_DATABASE_URL).toBe(SESSION_DATABASE_URL);
    expect(
      parseSettings({ SESSION_DATABASE_URL: "mysql://canary", SESSION_SECRET })
        .problems,
    ).toEqual([
      "SESSION_DATABASE_URL: expected a postgres:// or postgresql:// address",
    ]);
  });

  it("keep the audit trail for six years, or for the days that are named", () => {
    const kept = (AUDIT_RETENTION_DAYS: string) =>
      parseSettings({ AUDIT_RETENTION_DAYS });
    expect(kept("").settings?.AUDIT_RETENTION_DAYS).toBe(2_192);
    for (const days of [30, 36_500]) {
      expect(kept(String(days)).settings?.AUDIT_RETENTION_DAYS).toBe(days);
    }
    for (const days of ["29", "-30", "36501", "1.5", "six years", "1e9"]) {
      expect([days, kept(days).problems]).toEqual([
        days,
        [expect.stringMatching(/^AUDIT_RETENTION_DAYS: expected/)],
      ]);
    }
  });

  it("keep CMS reports for 90 days, or for the days that are named", () => {
    const kept = (REPORT_RETENTION_DAYS: string) =>
      parseSettings({ REPORT_RETENTION_DAYS });
    expect(kept("").settings?.REPORT_RETENTION_DAYS).toBe(90);
    for (const days of [1, 36_500]) {
      expect(kept(String(days)).settings?.REPORT_RETENTION_DAYS).toBe(days);
    }
    for (const days of ["0", "-1", "36501", "1.5", "a year"]) {
      expect([days, kept(days).problems]).toEqual([
        days,
        [expect.stringMatching(/^REPORT_RETENTION_DAYS: expected/)],
      ]);
    }
  });

  it("take the addresses of portals on other machines", () => {
    const portals = (PORTAL_ADDRESSES: string) =>
      parseSettings({ PORTAL_ADDRESSES });
    expect(portals("").settings?.PORTAL_ADDRESSES).toEqual([]);
    expect(
      portals(" 10.0.0.5,2001:DB8::5, 10.0.0.6 ").settings?.PORTAL_ADDRESSES,
    ).toEqual(["10.0.0.5", "2001:DB8::5", "10.0.0.6"]);
    for (const bad of ["canary", "10.0.0.5,10.0.0.256", "10.0.0.0/8", "::g"]) {
      expect(portals(bad).problems).toEqual([
        "PORTAL_ADDRESSES: expected IP addresses, separated by commas",
      ]);
    }
  });

  it("take the standbys of a database, and none without it", () => {
    const DATABASE_URL = "postgres://a:b@one/d";
    const standbys = (DATABASE_READ_URL: string) =>
      parseSettings({ DATABASE_URL, DATABASE_READ_URL });
    expect(standbys("").settings?.DATABASE_READ_URL).toEqual([]);
    expect(
      standbys("postgres://a:b@two/d, postgresql://a:b@three:5433/d").settings
        ?.DATABASE_READ_URL,
    ).toEqual(["postgres://a:b@two/d", "postgresql://a:b@three:5433/d"]);
    for (const bad of ["canary", "postgres://a:b@two/d,mysql://canary"]) {
      expect(standbys(bad).problems).toEqual([
        "DATABASE_READ_URL: expected postgres:// or postgresql:// addresses, separated by commas",
      ]);
    }
    expect(
      parseSettings({ DATABASE_READ_URL: "postgres://a:b@two/d" }).problems,
    ).toEqual(["DATABASE_URL: is required when DATABASE_READ_URL is set"]);
  });

  it("need a secret of their own with an API host", () => {
    const API_URL = "https://api.example/base/";
    expect(parseSettings({ API_URL }).problems).toEqual([
      "SESSION_SECRET: is required when API_URL is set",
    ]);
    const SESSION_SECRET = "s".repeat(32);
    expect(parseSettings({ API_URL, SESSION_SECRET }).settings?.API_URL).toBe(
      "https://api.example/base",
    );
  });

  it.each([
    "https://0123abcd@errors.example/7",
    "https://0123abcd:old@o1.ingest.errors.example:8443/base/path/7",
    "http://0123abcd@127.0.0.1:9000/1",
    "http://0123abcd@[::1]:9000/1",
  ])("take %s as the address of error reports", (SENTRY_DSN) => {
    expect(parseSettings({ SENTRY_DSN }).settings?.SENTRY_DSN).toBe(SENTRY_DSN);
  });

  it.each([
    "canary",
    "https://errors.example/7",
    "https://0123abcd@errors.example",
    "https://0123abcd@errors.example/canary",
    "https://0123-abcd@errors.example/7",
    "https://0123abcd@errors.example:99999/7",
    "ftp://0123abcd@errors.example/7",
  ])("do not take %s for one", (SENTRY_DSN) => {
    expect(parseSettings({ SENTRY_DSN }).problems).toEqual([
      "SENTRY_DSN: expected an address like https://KEY@HOST/PROJECT",
    ]);
  });

  it.each([
    [{}, "1"],
    [{ PUBLIC_URL: "http://localhost:3000" }, "1"],
    [{ HOST: "0.0.0.0" }, "0"],
    [{ API_HOST: "0.0.0.0" }, "0"],
    [{ PUBLIC_URL: "https://quality.example.org" }, "0"],
    [{ HOST: "0.0.0.0", DEMO: "1" }, "1"],
    [{ DEMO: "0" }, "0"],
  ])(
    "with %o have the demo %s: one that others can reach is asked for",
    (env, demo) => {
      expect(parseSettings(env).settings?.DEMO).toBe(demo);
    },
  );

  it.each([
    [{}, "demo", null],
    [{}, "nothing", null],
    [{ HOST: "0.0.0.0", DEMO: "1" }, "demo", /^DEMO=1: everybody/],
    [{ HOST: "0.0.0.0", DEMO: "1" }, "data", null],
    [{ HOST: "0.0.0.0" }, "nothing", /^Others can reach this portal/],
    [{ HOST: "0.0.0.0" }, "demo", /nobody can log in with its password/],
    [{ DEMO: "0" }, "demo", /nobody can log in with its password/],
    [{ HOST: "0.0.0.0" }, "data", null],
    [{ DEMO: "0" }, "nothing", null],
  ] as const)("with %o say of a database with %s: %s", (env, found, words) => {
    const { settings } = parseSettings(env);
    const notice = settings && demoNotice(settings, found);
    if (words === null) expect(notice).toBeNull();
    else expect(notice).toMatch(words);
  });

  it("are refused under one heading", () => {
    expect(settingsRefusal(["PORT: a", "DEMO: b"])).toBe(
      "Sojourn cannot start, because of these settings:\n  PORT: a\n  DEMO: b\n",
    );
  });
});
