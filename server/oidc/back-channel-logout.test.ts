import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getMe } from "~/contract/auth";
import { auditedIn, openBeside } from "~server/auth/testing/sign-in-attempts";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { logoutClaims } from "./testing/logout-tokens";
import { openWithProvider, useProvider } from "./testing/open-with-provider";

const MINUTE_MS = 60_000;

describe.each(TEST_DIALECTS)("a logout at the provider on %s", (dialect) => {
  let on: Awaited<ReturnType<typeof openWithProvider>>;
  beforeEach(async () => {
    on = await openWithProvider(dialect);
    await link("ada", on.userId);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await on.close();
  });

  async function link(account: string, userId: number) {
    const { calls, manager, provider } = on;
    provider.mischief.account = account;
    const { claim } = await calls.signIn();
    const code = await calls.codeFor(manager, userId);
    expect((await calls.link(claim, code)).status).toBe(200);
  }

  /** A session that began with this `sid`, of whoever signs in at the provider by now. */
  async function sessionOf(sid: string | null, account = "ada") {
    const { mischief } = on.provider;
    mischief.account = account;
    mischief.claims = ({ sid: _own, ...claims }) =>
      sid === null ? claims : { ...claims, sid };
    const { token } = await on.calls.signIn();
    mischief.claims = null;
    return token;
  }

  const token = (changes: Record<string, unknown>) =>
    on.provider.sign(logoutClaims(on.provider, on.api.deps.clock(), changes), {
      typ: "logout+jwt",
    });

  const logOut = async (changes: Record<string, unknown>) =>
    (await on.calls.logOut(await token(changes))).status;

  const isOpen = async (session: string) =>
    (await on.api.get(getMe.path, session)).status === 200;

  const ends = async () =>
    (await auditedIn(on.api)).filter(
      ({ action }) => action === "end_organisation_session",
    );

  it("ends the sessions that it names, and no other", async () => {
    const [one, other] = [await sessionOf("s1"), await sessionOf("s2")];
    const response = await on.calls.logOut(
      await token({ sid: "s1", sub: "ada" }),
    );
    expect(response.status).toBe(204);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect([await isOpen(one), await isOpen(other)]).toEqual([false, true]);
    expect(await isOpen(on.manager)).toBe(true);
    expect(await ends()).toEqual([
      {
        action: "end_organisation_session",
        username: "Ada",
        address: null,
        details: { sessions: 1 },
      },
    ]);
  });

  it("ends a session by its name alone", async () => {
    const [one, other] = [await sessionOf("s1"), await sessionOf("s2")];
    expect(await logOut({ sid: "s1" })).toBe(204);
    expect([await isOpen(one), await isOpen(other)]).toEqual([false, true]);
  });

  it("ends all sessions that a person began there, and none by password", async () => {
    const sessions = [await sessionOf("s1"), await sessionOf(null)];
    const userId = on.userId;
    const byPassword = await on.api.deps.sessions.start(userId);
    const ben = await on.api.addUser({ accessLevel: "region", ids: [11] });
    await link("ben", ben);
    const others = await sessionOf("s3", "ben");
    expect(await logOut({ sub: "ada" })).toBe(204);
    for (const session of sessions) expect(await isOpen(session)).toBe(false);
    expect(await isOpen(byPassword.token)).toBe(true);
    expect(await isOpen(others)).toBe(true);
    // With the one that linked the account.
    expect((await ends()).map(({ details }) => details)).toEqual([
      { sessions: 3 },
    ]);
  });

  it("ends nothing where session and person are not of one another", async () => {
    const session = await sessionOf("s1");
    expect(await logOut({ sid: "s1", sub: "ben" })).toBe(204);
    expect(await isOpen(session)).toBe(true);
    expect(await ends()).toEqual([]);
  });

  it("takes what ends nothing, and records only what was still open", async () => {
    expect(await logOut({ sid: "of nobody" })).toBe(204);
    await sessionOf("s1");
    on.api.advance(16 * MINUTE_MS);
    expect(await logOut({ sid: "s1" })).toBe(204);
    expect(await ends()).toEqual([]);
  });

  it("takes a token once, of two at once too, on two servers", async () => {
    const beside = openBeside(on.api);
    // A server of its own has a provider of its own to ask.
    const one = await sessionOf("s1");
    const sent = await token({ sid: "s1" });
    const both = await Promise.all([
      on.calls.logOut(sent),
      on.calls.logOut(sent, undefined, beside),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect((await on.calls.logOut(sent)).status).toBe(400);
    expect(await isOpen(one)).toBe(false);
    expect(await ends()).toHaveLength(1);
  });

  it("ends a session that began on another server, there too", async () => {
    const beside = openBeside(on.api);
    const session = await sessionOf("s1");
    const asked = () =>
      beside.fetch(getMe.path, { headers: { "x-access-token": session } });
    expect((await asked()).status).toBe(200);
    expect(await logOut({ sid: "s1" })).toBe(204);
    expect((await asked()).status).toBe(401);
  });

  it("is heard by who was let in before it, and has no session yet", async () => {
    const { calls, provider } = on;
    provider.mischief.claims = (claims) => ({ ...claims, sid: "s1" });
    const way = await calls.walked();
    expect(await logOut({ sid: "s1" })).toBe(204);
    expect((await calls.finish(way)).status).toBe(400);
    // The provider names the next one otherwise.
    expect(await isOpen(await sessionOf("s2"))).toBe(true);
  });

  it("is heard by who was still looking for a code", async () => {
    const { calls, provider, api, manager } = on;
    const ben = await api.addUser({ accessLevel: "region", ids: [11] });
    provider.mischief.account = "ben";
    provider.mischief.claims = (claims) => ({ ...claims, sid: "s1" });
    const { claim } = await calls.signIn();
    expect(await logOut({ sid: "s1" })).toBe(204);
    api.advance(29 * MINUTE_MS);
    const { token: later } = await api.signIn({
      accessLevel: "account_manager",
    });
    const code = await calls.codeFor(later, ben);
    expect((await calls.link(claim, code)).status).toBe(400);
    expect(manager).not.toBe(later);
  });

  it("leaves no session that begins at the same moment, on another server", async () => {
    const { calls, provider } = on;
    const beside = openBeside(on.api);
    for (let time = 0; time < 12; time += 1) {
      const sid = `at once ${time}`;
      provider.mischief.claims = (claims) => ({ ...claims, sid });
      const way = await calls.walked();
      const sent = await token({ sid });
      const ending = async () => {
        await setTimeout(time * 5);
        return calls.logOut(sent, undefined, beside);
      };
      const [finished, ended] = await Promise.all([
        calls.finish(way),
        ending(),
      ]);
      expect(ended.status).toBe(204);
      if (finished.status === 400) continue;
      const { token: begun } = (await finished.json()) as { token: string };
      expect(await isOpen(begun)).toBe(false);
    }
  }, 30_000);

  it("is not lost where the provider's keys cannot be had: it may come again", async () => {
    const { api, provider } = on;
    const session = await sessionOf("s1");
    const sent = await token({ sid: "s1" });
    useProvider(api, provider);
    provider.mischief.isDown = true;
    expect((await on.calls.logOut(sent)).status).toBe(503);
    expect(await isOpen(session)).toBe(true);
    provider.mischief.isDown = false;
    expect((await on.calls.logOut(sent)).status).toBe(204);
    expect(await isOpen(session)).toBe(false);
  });

  it("is not lost where the database fails: the token is good again", async () => {
    const { db } = on.api.deps.store;
    const session = await sessionOf("s1");
    const sent = await token({ sid: "s1" });
    const rename = (from: string, to: string) =>
      db.schema.alterTable(from).renameTo(to).execute();
    await rename("audit_events", "audit_away");
    expect((await on.calls.logOut(sent)).status).toBe(500);
    await rename("audit_away", "audit_events");
    expect(await isOpen(session)).toBe(true);
    expect((await on.calls.logOut(sent)).status).toBe(204);
  });

  it("follows the provider to its next key, twice a minute at most", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { provider } = on;
    expect(await logOut({ sid: "s1" })).toBe(204);
    const before = provider.asked.get("/jwks") ?? 0;
    await provider.rotate();
    for (let time = 0; time < 5; time += 1) {
      expect(await logOut({ sid: "s1" })).toBe(400);
    }
    expect(provider.asked.get("/jwks")).toBe(before);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await logOut({ sid: "s1" })).toBe(204);
    expect(provider.asked.get("/jwks")).toBe(before + 1);
  });

  it("is there only where there is such a login", async () => {
    const sent = await token({ sid: "s1" });
    on.api.deps.provider = null;
    expect((await on.calls.logOut(sent)).status).toBe(404);
  });
});
