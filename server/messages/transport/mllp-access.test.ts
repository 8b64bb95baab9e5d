import { expect, test } from "vitest";
import { parseSettings } from "~/contract/settings";
import { describeError } from "~server/command-line/command-error";
import { configuredSenders, configuredTls } from "./mllp-server";

test.each<[string[], string, boolean]>([
  [["10.0.0.5"], "10.0.0.5", true],
  [["10.0.0.5"], "10.0.0.6", false],
  [["10.0.0.0/8"], "10.255.255.255", true],
  [["10.0.0.0/8"], "11.0.0.0", false],
  [["10.0.0.5"], "::ffff:10.0.0.5", true],
  [["10.0.0.0/8"], "127.0.0.1", false],
  [["2001:db8::/32", "::1"], "2001:db8:ffff::1", true],
  [["2001:db8::/32", "::1"], "::1", true],
  [["2001:db8::/32", "::1"], "2001:db9::1", false],
])("with HL7_ALLOW %j, may %s send: %s", (HL7_ALLOW, address, may) => {
  const senders = configuredSenders({ HL7_ALLOW });
  const family = address.includes(":") ? "ipv6" : "ipv4";
  expect(senders?.check(address, family)).toBe(may);
});

test("without HL7_ALLOW there is no list", () => {
  expect(configuredSenders({ HL7_ALLOW: undefined })).toBeUndefined();
});

test("a certificate that is not there is reported in a line", () => {
  const file = "/missing/certificate.pem";
  const given = { HL7_TLS_CERT: file, HL7_TLS_KEY: file };
  const { settings } = parseSettings(given);
  let message = "";
  try {
    if (settings) configuredTls(settings);
  } catch (error) {
    message = describeError(error);
  }
  expect(message).toBe(`${file} cannot be used (ENOENT). It is not there.`);
});
