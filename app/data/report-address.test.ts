import { describe, expect, it } from "vitest";
import { reportAddress } from "./report-address.server";

const API = { apiUrl: "https://api.example.org/base" };
const HOSTS = {
  ...API,
  reportHosts: ["files.example.org", "other.example.org:8443", "127.0.0.1"],
};

describe("the address of a report", () => {
  it("is the API host's by a path, under the path of its calls", () => {
    expect(reportAddress("/files/1.pdf?key=a%20b", API)).toEqual({
      at: "api",
      path: "/base/files/1.pdf?key=a%20b",
    });
  });

  it("is the API host's by its very origin, under any path of it", () => {
    expect(reportAddress("https://api.example.org/x.pdf", API)).toEqual({
      at: "api",
      path: "/x.pdf",
    });
  });

  it("is the in-process data server's by a path alone", () => {
    expect(reportAddress("/api/QIES-reports/1/file", {})).toEqual({
      at: "api",
      path: "/api/QIES-reports/1/file",
    });
    expect(reportAddress("http://data-server.invalid/x", {})).toBeNull();
  });

  it.each([
    ["https://files.example.org/1.pdf?s=1#x", "https://files.example.org"],
    ["https://files.example.org:443/1.pdf?s=1", "https://files.example.org"],
    ["HTTPS://FILES.Example.org/1.pdf?s=1", "https://files.example.org"],
    [
      "https://other.example.org:8443/1.pdf?s=1",
      "https://other.example.org:8443",
    ],
  ])("is at an allowed host for %s", (text, origin) => {
    expect(reportAddress(text, HOSTS)).toEqual({
      at: "outside",
      origin,
      path: "/1.pdf?s=1",
    });
  });

  it.each([
    "",
    "1.pdf",
    "files/1.pdf",
    "//evil.example/1.pdf",
    "///evil.example/1.pdf",
    "/\\evil.example/1.pdf",
    "\\\\evil.example\\1.pdf",
    "/\t/evil.example/1.pdf",
    " https://files.example.org/1.pdf",
    "https://files.example.org/1.pdf\r\nHost: evil",
    "https:files.example.org\\@evil.example/1.pdf",
    "https://evil.example/1.pdf",
    "https://files.example.org.evil.example/1.pdf",
    "https://files.example.org./1.pdf",
    "https://api.example.org@evil.example/1.pdf",
    "https://user@files.example.org/1.pdf",
    "https://user:word@api.example.org/1.pdf",
    "https://files.example.org:8443/1.pdf",
    "https://other.example.org/1.pdf",
    "https://api.example.org:8443/1.pdf",
    "http://api.example.org/1.pdf",
    "http://files.example.org/1.pdf",
    "ftp://files.example.org/1.pdf",
    "file:///etc/passwd",
    "data:application/pdf,%25PDF-",
    "javascript:alert(1)",
    "http://169.254.169.254/latest/meta-data/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/1.pdf",
    "https://[::ffff:127.0.0.1]/1.pdf",
    "https://[fd00:ec2::254]/1.pdf",
    // All of them 127.0.0.1, which not even the operator can allow.
    "https://127.0.0.1/1.pdf",
    "https://2130706433/1.pdf",
    "https://0x7f.1/1.pdf",
    "https://0177.0.0.1/1.pdf",
    `https://files.example.org/${"x".repeat(4_000)}`,
  ])("is refused for %j", (text) => {
    expect(reportAddress(text, HOSTS)).toBeNull();
  });

  it("is nowhere outside when no host is allowed", () => {
    expect(reportAddress("https://files.example.org/1.pdf", API)).toBeNull();
  });
});
