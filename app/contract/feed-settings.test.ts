import { describe, expect, it } from "vitest";
import { parseSettings } from "./settings";

describe("the settings of the feed", () => {
  it("listen nowhere unless a port is named, and keep messages for 90 days", () => {
    const { settings } = parseSettings({});
    expect(settings).toMatchObject({
      HL7_HOST: "127.0.0.1",
      FEED_RETENTION_DAYS: 90,
    });
    expect([settings?.HL7_PORT, settings?.HL7_DIR]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each<[string, string[], string[]]>([
    ["HL7_PORT", ["1", "2575", "65535"], ["0", "65536", "canary", "1.5"]],
    ["FEED_RETENTION_DAYS", ["1", "36500"], ["0", "36501", "canary", "1.5"]],
    [
      "HL7_ALLOW",
      ["10.0.0.5", "10.0.0.0/8, ::1", "2001:db8::/32 192.168.0.0/16"],
      ["canary", ",", "10.0.0.0/33", "10.0.0.5,10.0.0.256", "::1/129"],
    ],
  ])("take for %s %j, and not %j", (name, good, bad) => {
    for (const value of good) {
      expect([value, parseSettings({ [name]: value }).problems]).toEqual([
        value,
        undefined,
      ]);
    }
    for (const value of bad) {
      expect([value, parseSettings({ [name]: value }).problems]).toEqual([
        value,
        [expect.stringMatching(`^${name}: expected`)],
      ]);
    }
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
