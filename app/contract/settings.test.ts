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

  it.each<[name: string, usual: unknown, good: string[], bad: string[]]>([
    ["HL7_PORT", undefined, ["1", "2575", "65535"], ["0", "65536", "x", "1.5"]],
    [
      "AUDIT_RETENTION_DAYS",
      2_192,
      ["30", "36500"],
      ["29", "-30", "36501", "1.5", "six years", "1e9"],
    ],
    [
      "REPORT_RETENTION_DAYS",
      90,
      ["1", "36500"],
      ["0", "-1", "36501", "1.5", "a year"],
    ],
    ["FEED_RETENTION_DAYS", 90, ["1", "36500"], ["0", "36501", "x", "1.5"]],
    [
      "HL7_ALLOW",
      undefined,
      ["10.0.0.5", "10.0.0.0/8, ::1", "2001:db8::/32 192.168.0.0/16"],
      ["x", ",", "10.0.0.0/33", "10.0.0.5,10.0.0.256", "::1/129"],
    ],
    [
      "PORTAL_ADDRESSES",
      [],
      [" 10.0.0.5,2001:DB8::5, 10.0.0.6 "],
      ["x", "10.0.0.5,10.0.0.256", "10.0.0.0/8", "::g"],
    ],
    [
      "DATABASE_READ_URL",
      [],
      ["postgres://a:b@two/d, postgresql://a:b@three:5433/d"],
      ["x", "postgres://a:b@two/d,mysql://x"],
    ],
    [
      "SENTRY_DSN",
      undefined,
      [
        "https://0123abcd@errors.example/7",
        "https://0123abcd:old@o1.ingest.errors.example:8443/base/path/7",
        "http://0123abcd@127.0.0.1:9000/1",
        "http://0123abcd@[::1]:9000/1",
      ],
      [
        "x",
        "https://errors.example/7",
        "https://0123abcd@errors.example",
        "https://0123abcd@errors.example/canary",
        "https://0123-abcd@errors.example/7",
        "https://0123abcd@errors.example:99999/7",
        "ftp://0123abcd@errors.example/7",
      ],
    ],
  ])("are for %s usually %j, or such as %j, and not %j", (...row) => {
    const [name, usual, good, bad] = row;
    const parsed = (value: string) =>
      parseSettings({ DATABASE_URL: "postgres://h/d", [name]: value });
    const settingOf = (value: string) =>
      new Map(Object.entries(parsed(value).settings ?? {})).get(name);
    expect(settingOf("")).toEqual(usual);
    for (const value of good) {
      const said = value.trim().replaceAll(/,? +/g, ",");
      expect([settingOf(value)].flat().join()).toBe(said);
    }
    for (const value of bad) {
      expect([value, parsed(value).problems]).toEqual([
        value,
        [expect.stringMatching(`^${name}: expected`)],
      ]);
    }
  });

  it("have no standbys without a database", () => {
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

describe("the settings of the feed", () => {
  it("listen nowhere unless a port is named", () => {
    const { settings } = parseSettings({});
    expect(settings?.HL7_HOST).toBe("127.0.0.1");
    expect(settings?.HL7_DIR).toBeUndefined();
  });

  const OPEN = { HL7_HOST: "0.0.0.0", HL7_PORT: "2575" };
  const TLS = { HL7_TLS_CERT: "a.pem", HL7_TLS_KEY: "a.key" };
  const CLOSED_TO_UNKNOWN = [
    "HL7_ALLOW: or HL7_TLS_CA is required when HL7_HOST is not this machine alone",
  ];

  it.each<[Record<string, string>, string[] | undefined]>([
    [OPEN, CLOSED_TO_UNKNOWN],
    [{ ...OPEN, ...TLS }, CLOSED_TO_UNKNOWN],
    [{ ...OPEN, HL7_ALLOW: "" }, CLOSED_TO_UNKNOWN],
    [{ ...OPEN, HL7_ALLOW: "10.0.0.0/8" }, undefined],
    [{ ...OPEN, ...TLS, HL7_TLS_CA: "ca.pem" }, undefined],
    [{ HL7_HOST: "0.0.0.0" }, undefined],
    [{ HL7_HOST: "::1", HL7_PORT: "2575" }, undefined],
    [
      { HL7_TLS_CERT: "a.pem" },
      ["HL7_TLS_KEY: is required with the other settings of HL7_TLS"],
    ],
    [
      { HL7_TLS_CA: "ca.pem" },
      [
        "HL7_TLS_CERT: is required with the other settings of HL7_TLS",
        "HL7_TLS_KEY: is required with the other settings of HL7_TLS",
      ],
    ],
  ])("open no port to senders that nobody knows: %o", (env, problems) => {
    expect(parseSettings(env).problems).toEqual(problems);
  });
});

const PUBLIC_URL = "https://quality.example.org";
const ALL = {
  OIDC_ISSUER: "https://login.example.org/tenant/v2.0",
  OIDC_CLIENT_ID: "sojourn",
  OIDC_CLIENT_SECRET: "a secret between two",
  OIDC_NAME: "Velmora Staff",
};

const HOST = {
  API_URL: "https://api.example.org",
  SESSION_SECRET: "x".repeat(32),
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
    expect(parseSettings({ ...HOST, OIDC_ONLY: "1" }).problems).toEqual([
      "OIDC_ONLY: cannot be set with API_URL: sign-in belongs to that host",
    ]);
    expect(parseSettings({ ...HOST, OIDC_ONLY: "0" }).problems).toBeUndefined();
  });

  it("are refused with a host of its own", () => {
    expect(parseSettings({ ...ALL, ...HOST }).problems).toEqual(
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
