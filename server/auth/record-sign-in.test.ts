import { describe, expect, it, vi } from "vitest";
import type { SessionTokens } from "~/contract/auth";
import { KNOWN_FOR_MS } from "~/features/users/rules/sign-in-delay";
import { insertAuditEvents } from "~server/audit/audit-events";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { enterCode } from "./service";
import { codeAt, factorCalls } from "./second-factor/testing/factor-calls";
import {
  address,
  attempt,
  onAccounts,
  RIGHT,
} from "./testing/sign-in-attempts";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

describe.each(TEST_DIALECTS)("a sign-in from a new place on %s", (dialect) => {
  const api = onAccounts(dialect);

  async function toldFrom(from: string, username = "Ada") {
    const response = await attempt(api, username, from, RIGHT);
    return ((await response.json()) as SessionTokens).last_sign_in;
  }
  const now = () => api.deps.clock().toISOString();

  it("tells of the last one, once, and of none at the first", async () => {
    expect(await toldFrom(address(1))).toBeUndefined();
    api.advance(60_000);
    expect(await toldFrom(address(1))).toBeUndefined();
    const at = now();
    api.advance(60_000);
    expect(await toldFrom(address(2))).toEqual({ at, address: address(1) });
    expect(await toldFrom(address(2))).toBeUndefined();
    expect(await toldFrom(address(1))).toBeUndefined();
  });

  it("is told to who comes from a known place after it, once", async () => {
    await toldFrom(address(1));
    api.advance(60_000);
    const at = now();
    await toldFrom(address(2));
    api.advance(60_000);
    expect(await toldFrom(address(1))).toEqual({ at, address: address(2) });
    expect(await toldFrom(address(1))).toBeUndefined();
    api.advance(60_000);
    // Both places are known by now.
    expect(await toldFrom(address(2))).toBeUndefined();
    expect(await toldFrom(address(1))).toBeUndefined();
  });

  it("tells nothing of another user", async () => {
    await toldFrom(address(1), "Ben");
    expect(await toldFrom(address(2))).toBeUndefined();
    // Somebody else had the username before.
    await insertAuditEvents(api.deps.store.db, [
      {
        action: "sign_in",
        at: api.deps.clock(),
        user: { id: 999, username: "Ada" },
        details: { how: "password" },
        address: address(9),
        requestId: "test",
      },
    ]);
    const at = now();
    api.advance(60_000);
    expect(await toldFrom(address(9))).toEqual({ at, address: address(2) });
  });

  it("takes another address of the same IPv6 network for the same place", async () => {
    await toldFrom("2001:db8:1:2::1");
    expect(await toldFrom("2001:db8:1:2::2")).toBeUndefined();
    expect(await toldFrom("2001:db8:1:3::1")).toMatchObject({
      address: "2001:db8:1:2::2",
    });
  });

  it("takes a place for new again after thirty days", async () => {
    await toldFrom(address(1));
    const at = now();
    api.advance(KNOWN_FOR_MS - 1);
    expect(await toldFrom(address(2))).toEqual({ at, address: address(1) });
    api.advance(1);
    expect(await toldFrom(address(1))).toMatchObject({ address: address(2) });
  });

  it("tells it after a code too, and not before", async () => {
    const calls = factorCalls(api);
    const { key } = await calls.withFactor("Ada");
    api.advance(60_000);
    const asked = await attempt(api, "Ada", address(2), RIGHT);
    const { challenge, ...rest } = (await asked.json()) as {
      challenge: string;
    };
    expect(rest).toEqual({ wanted: "code", browser: expect.any(String) });
    const code = codeAt(key, api.deps.clock());
    const typed = { challenge, code };
    const { answer } = await api.ask("", enterCode, typed, address(2));
    expect(answer?.last_sign_in?.address).toBe(address(1));
  });
});
