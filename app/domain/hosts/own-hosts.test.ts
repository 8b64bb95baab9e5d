import { describe, expect, it } from "vitest";
import { isLoopbackHost, isOwnHost, isReachableByOthers } from "./own-hosts";

describe("a loopback host", () => {
  it.each([
    "localhost",
    "LOCALHOST",
    "portal.localhost",
    "127.0.0.1",
    "127.1.2.3",
    "::1",
    "[::1]",
    "::ffff:127.0.0.1",
  ])("is %s", (host) => expect(isLoopbackHost(host)).toBe(true));

  it.each([
    "0.0.0.0",
    "::",
    "192.168.1.5",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "notlocalhost",
    "",
  ])("is not %j", (host) => expect(isLoopbackHost(host)).toBe(false));
});

describe("an installation", () => {
  const own = {
    HOST: "127.0.0.1",
    API_HOST: "127.0.0.1",
    PUBLIC_URL: "http://127.0.0.1:3000",
  };

  it.each([
    {},
    { HOST: "localhost" },
    { HOST: "::1", PUBLIC_URL: "http://[::1]:3000" },
  ])("with %o is for this machine alone", (given) =>
    expect(isReachableByOthers({ ...own, ...given })).toBe(false),
  );

  it.each([
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { API_HOST: "10.0.0.4" },
    { PUBLIC_URL: "https://quality.example.org" },
    { PUBLIC_URL: "https://localhost" },
    { PUBLIC_URL: "http://quality.internal" },
  ])("with %o can be reached by others", (given) =>
    expect(isReachableByOthers({ ...own, ...given })).toBe(true),
  );
});

describe("the Host of a request, where PUBLIC_URL is not set,", () => {
  it.each([
    ["localhost:3000", "127.0.0.1", "127.0.0.1"],
    ["localhost:8080", "0.0.0.0", "172.17.0.2"],
    ["[::1]:3000", "::1", "::1"],
    ["192.168.1.5:3000", "192.168.1.5", "192.168.1.5"],
    ["192.168.1.5:3000", "0.0.0.0", "::ffff:192.168.1.5"],
    ["[2001:db8::7]:3000", "::", "2001:db8::7"],
    ["portal:3000", "portal", "10.0.0.4"],
  ])("%s at a portal that listens at %s is taken", (host, listens, to) =>
    expect(isOwnHost(host, listens, to)).toBe(true),
  );

  it.each([
    ["evil.example:3000", "127.0.0.1", "127.0.0.1"],
    ["evil.example", "0.0.0.0", "192.168.1.5"],
    ["192.168.1.6:3000", "0.0.0.0", "192.168.1.5"],
    ["localhost.evil.example", "127.0.0.1", "127.0.0.1"],
    ["192.168.1.5", "127.0.0.1", undefined],
  ])("%s at a portal that listens at %s is refused", (host, listens, to) =>
    expect(isOwnHost(host, listens, to)).toBe(false),
  );
});
