import { describe, expect, it } from "vitest";
import { getMe } from "~/contract/auth";
import { auditedIn, openBeside } from "~server/auth/testing/sign-in-attempts";
import { given } from "~server/oidc/testing/organisation-calls";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  onProvider,
  openWithProvider,
  useProvider,
  type WithProvider,
} from "~server/oidc/testing/open-with-provider";

const HOUR_MS = 3_600_000;

describe.each(TEST_DIALECTS)("a code for an account on %s", (dialect) => {
  let on: WithProvider;
  onProvider(dialect, (opened) => void (on = opened));

  const claimOf = async (account: string) => {
    on.provider.mischief.account = account;
    return (await on.calls.signIn()).claim;
  };
  const state = async () => {
    const { answer } = await on.calls.account(on.manager, on.userId).read();
    return answer;
  };

  it("is shown once, and kept as a digest", async () => {
    const { calls, manager, userId, api } = on;
    expect(await state()).toEqual({ linkedAt: null, codeUntil: null });
    const code = await calls.codeFor(manager, userId);
    expect(code).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    const row = await api.deps.store.db
      .selectFrom("link_codes")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(code.slice(0, 4));
    const until = new Date(api.deps.clock().getTime() + 24 * HOUR_MS);
    expect(await state()).toEqual({
      linkedAt: null,
      codeUntil: until.toISOString(),
    });
  });

  it("is good once, as people type it, for one account", async () => {
    const { calls, manager, userId } = on;
    const code = await calls.codeFor(manager, userId);
    const claim = await claimOf("ada");
    const typed = ` ${code.toUpperCase().replaceAll("-", " ")} `;
    expect((await calls.link(claim, typed)).status).toBe(200);
    // Sent twice, it leads back to the beginning and counts as no wrong one.
    expect((await calls.link(claim, code)).status).toBe(400);
    expect((await auditedIn(on.api)).map(({ action }) => action)).not.toContain(
      "sign_in_failed",
    );
    expect((await calls.link(await claimOf("eve"), code)).status).toBe(403);
    expect(await state()).toMatchObject({
      linkedAt: expect.any(String),
      codeUntil: null,
    });
  });

  it("is good for one of two who send it at once, on two servers", async () => {
    const { calls, manager, userId, api } = on;
    const code = await calls.codeFor(manager, userId);
    const claims = [await claimOf("ada"), await claimOf("eve")];
    const beside = openBeside(api);
    const answers = await Promise.all([
      calls.link(claims[0] ?? "", code),
      calls.link(claims[1] ?? "", code, "192.0.2.2", beside),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it("is over after a day, and where a newer one is made", async () => {
    const { calls, manager, userId, api } = on;
    const older = await calls.codeFor(manager, userId);
    const newer = await calls.codeFor(manager, userId);
    expect((await calls.link(await claimOf("ada"), older)).status).toBe(403);
    api.advance(24 * HOUR_MS);
    on.provider.mischief.claims = (claims) => ({
      ...claims,
      exp: Number(claims.exp) + (25 * HOUR_MS) / 1000,
    });
    expect((await calls.link(await claimOf("ada"), newer)).status).toBe(403);
  });

  it("needs a claim that is ours, and half an hour old at most", async () => {
    const { calls, manager, userId, api } = on;
    const code = await calls.codeFor(manager, userId);
    const { ticket } = await calls.begin();
    for (const claim of ["bWFkZSB1cA==", ticket]) {
      expect((await calls.link(claim, code)).status).toBe(400);
    }
    const claim = await claimOf("ada");
    api.advance(HOUR_MS / 2);
    expect((await calls.link(claim, code)).status).toBe(400);
  });

  it("delays after five wrong ones, and records each", async () => {
    const { calls, api, manager, userId } = on;
    const code = await calls.codeFor(manager, userId);
    const claim = await claimOf("ada");
    const statuses: number[] = [];
    for (let wrong = 0; wrong < 6; wrong += 1) {
      const { status } = await calls.link(claim, "0123-4567-89ab-cdef");
      statuses.push(status);
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect((await calls.link(claim, code)).status).toBe(429);
    const events = await auditedIn(api);
    expect(events.slice(-2)).toMatchObject([
      {
        action: "sign_in_failed",
        username: null,
        details: { reason: "link_code" },
      },
      { action: "sign_in_delayed", details: { seconds: 5 } },
    ]);
    api.advance(5_000);
    expect((await calls.link(claim, code)).status).toBe(200);
  });

  it("is made for users without an account, by account managers for others", async () => {
    const { calls, manager, userId, api } = on;
    const { token: other } = await api.signIn({ accessLevel: "company" });
    for (const task of ["read", "makeCode", "unlink"] as const) {
      const statusOf = async (token: string, id = userId) =>
        (await calls.account(token, id)[task]()).status;
      expect(await statusOf(other)).toBe(403);
      expect(await statusOf("none")).toBe(401);
      expect(await statusOf(manager, 999)).toBe(404);
    }
    const own = (await auditedIn(api)).length;
    const me = await on.api.idOf("Manager");
    expect((await calls.account(manager, me).makeCode()).status).toBe(400);
    expect(await auditedIn(api)).toHaveLength(own);
    const code = await calls.codeFor(manager, userId);
    await calls.link(await claimOf("ada"), code);
    expect((await calls.account(manager, userId).makeCode()).status).toBe(400);
  });

  it("is unlinked with what it opened", async () => {
    const { calls, manager, userId, api } = on;
    expect((await calls.account(manager, userId).unlink()).status).toBe(404);
    const code = await calls.codeFor(manager, userId);
    const claim = await claimOf("ada");
    const { token } = given(await calls.link(claim, code));
    const way = await calls.walked();
    expect((await api.get(getMe.path, token)).status).toBe(200);
    expect((await calls.account(manager, userId).unlink()).status).toBe(204);
    expect((await api.get(getMe.path, token)).status).toBe(401);
    const finished = await calls.finish(way);
    expect(finished.answer).toHaveProperty("claim");
    expect((await auditedIn(api)).at(-1)).toMatchObject({
      action: "unlink_organisation_account",
      username: "Manager",
    });
  });

  it("links one and the same account, however the setting spells its issuer", async () => {
    const { calls, manager, userId, api, provider } = on;
    for (const issuer of [provider.issuer, `${provider.issuer}/`]) {
      useProvider(api, { ...provider, issuer });
      const code = await calls.codeFor(manager, userId);
      const claim = await claimOf("ada");
      expect((await calls.link(claim, code)).status).toBe(200);
      expect(await state()).toMatchObject({ linkedAt: expect.any(String) });
      useProvider(api, provider);
      expect(await state()).toMatchObject({ linkedAt: expect.any(String) });
      const unlinked = await calls.account(manager, userId).unlink();
      expect(unlinked.status).toBe(204);
    }
  });

  it("links nothing of another provider, whose accounts can be unlinked all the same", async () => {
    const { calls, manager, userId, api } = on;
    const code = await calls.codeFor(manager, userId);
    const claim = await claimOf("ada");
    const { provider } = api.deps;
    if (!provider) throw new Error("no provider");
    api.deps.provider = { ...provider, issuer: "https://other.example/" };
    expect((await calls.link(claim, code)).status).toBe(400);
    api.deps.provider = provider;
    expect((await calls.link(claim, code)).status).toBe(200);
    api.deps.provider = { ...provider, issuer: "https://other.example/" };
    expect(await state()).toMatchObject({ linkedAt: null });
    expect((await calls.account(manager, userId).unlink()).status).toBe(204);
  });

  it("and a newer one at once wait for each other, and neither for ever", async () => {
    const { calls, manager, userId, api } = on;
    const beside = openBeside(api);
    for (let round = 0; round < 5; round += 1) {
      const code = await calls.codeFor(manager, userId);
      const claim = await claimOf("ada");
      const [linked, made] = await Promise.all([
        calls.link(claim, code, "192.0.2.2", beside),
        calls.account(manager, userId).makeCode(),
      ]);
      expect([200, 403]).toContain(linked.status);
      expect([200, 400]).toContain(made.status);
      await calls.account(manager, userId).unlink();
    }
  });

  it("goes with its user", async () => {
    const { calls, manager, userId, api } = on;
    const code = await calls.codeFor(manager, userId);
    const { db } = api.deps.store;
    await db.deleteFrom("users").where("id", "=", userId).execute();
    expect((await calls.link(await claimOf("ada"), code)).status).toBe(403);
  });

  it("begins a session that needs no second factor of ours", async () => {
    const { calls, manager, userId, api } = on;
    const { db } = api.deps.store;
    const code = await calls.codeFor(manager, userId);
    const { token } = given(await calls.link(await claimOf("ada"), code));
    const rule = { access_level: "facility", required_from: "2020-01-01" };
    await db.insertInto("second_factor_rules").values(rule).execute();
    expect((await api.get(getMe.path, token)).status).toBe(200);
    const again = await calls.signIn();
    expect((await api.get(getMe.path, again.token)).status).toBe(200);
    const { token: byPassword } = await api.deps.sessions.start(userId);
    expect((await api.get(getMe.path, byPassword)).status).toBe(401);
  });
});

describe("a server without an organisation's login", () => {
  it("knows nothing of it", async () => {
    const on = await openWithProvider("sqlite");
    on.api.deps.provider = null;
    const { calls, manager, userId } = on;
    const account = calls.account(manager, userId);
    for (const asked of [
      calls.asked(),
      calls.finish({ ticket: "x", query: "" }),
      calls.link("x", "x"),
      account.read(),
      account.makeCode(),
      account.unlink(),
    ]) {
      expect((await asked).status).toBe(404);
    }
    await on.close();
  });
});
