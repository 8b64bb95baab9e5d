import { describe, expect, it } from "vitest";
import { login } from "~/contract/auth";
import { createApi } from "~server/api";
import { openTestApi } from "~server/testing/open-test-api";
import { clientAddressOf, portalsAt } from "./client-address";

const here = portalsAt([]);
const elsewhere = portalsAt(["10.0.0.5", "2001:DB8::5"]);

describe("the address of a browser", () => {
  it("is what the portal says in this process and on this machine", () => {
    for (const peer of [null, "127.0.0.1", "127.8.8.8", "::1"]) {
      expect(clientAddressOf("192.0.2.7", peer, here)).toBe("192.0.2.7");
    }
    expect(clientAddressOf("192.0.2.7", "::ffff:127.0.0.1", here)).toBe(
      "192.0.2.7",
    );
  });

  it("is the last that the header names: a proxy adds at its end", () => {
    expect(clientAddressOf("198.51.100.1, 192.0.2.7", null, here)).toBe(
      "192.0.2.7",
    );
  });

  it("is the caller's own where the caller is no portal", () => {
    for (const peer of ["10.0.0.5", "2001:db8::5", "fe80::1%eth0", "odd"]) {
      expect(clientAddressOf("192.0.2.7", peer, here)).toBe(peer);
    }
    expect(clientAddressOf("192.0.2.7", "10.0.0.6", elsewhere)).toBe(
      "10.0.0.6",
    );
  });

  it("is what the portals of PORTAL_ADDRESSES say, however their address is written", () => {
    for (const peer of [
      "10.0.0.5",
      "::ffff:10.0.0.5",
      "2001:db8::5",
      "2001:db8:0:0:0:0:0:5",
      "127.0.0.1",
    ]) {
      expect(clientAddressOf("192.0.2.7", peer, elsewhere)).toBe("192.0.2.7");
    }
  });

  it("is the portal's own, or not known, where the portal says nothing of use", () => {
    for (const forwarded of [
      null,
      "",
      "<b>",
      "192.0.2.7, ",
      "x".repeat(99),
      "192.0.2.7:50123",
      "192.0.2",
      "abc",
    ]) {
      expect(clientAddressOf(forwarded, "::1", here)).toBe("::1");
      expect(clientAddressOf(forwarded, null, here)).toBeNull();
    }
  });
});

describe("a portal on another machine", () => {
  it("is believed by the data server where PORTAL_ADDRESSES names it, and nobody else is", async () => {
    const api = await openTestApi("sqlite");
    const server = createApi({ ...api.deps, isPortal: elsewhere });
    for (const peer of ["10.0.0.5", "10.0.0.6"]) {
      const request = new Request(`http://api.test${login.path}`, {
        method: "POST",
        headers: { "x-forwarded-for": "192.0.2.7" },
        body: new URLSearchParams({ username: "nobody", password: "wrong" }),
      });
      expect((await server.fetch(request, { peer })).status).toBe(401);
    }
    const recorded = await api.deps.store.db
      .selectFrom("audit_events")
      .select("address")
      .orderBy("id")
      .execute();
    await api.close();
    expect(recorded).toEqual([
      { address: "192.0.2.7" },
      { address: "10.0.0.6" },
    ]);
  });
});
