import { describe, expect, it } from "vitest";
import { auditedIn, openBeside } from "~server/auth/testing/sign-in-attempts";
import { openedForEach } from "~server/testing/opened";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import {
  onProvider,
  openWithProvider,
  useProvider,
} from "~server/oidc/testing/open-with-provider";

const HOUR_MS = 3_600_000;

describe.each(TEST_DIALECTS)("a code for an account on %s", (dialect) => {
  const on = onProvider(dialect);

  const claimOf = async (account: string) => {
    on.provider.mischief.account = account;
    return (await on.calls.signIn()).claim;
  };
  const makeCode = () => on.calls.codeFor(on.manager, on.userId);
  const account = () => on.calls.account(on.manager, on.userId);
  const state = async () => (await account().read()).answer;
  const unlinked = async () => (await account().unlink()).status;
  const sent = async (claim: string, code: string) =>
    (await on.calls.link(claim, code)).status;
  /** What the answer is to somebody at the organisation's login who types a code. */
  const linked = async (name: string, code: string) =>
    sent(await claimOf(name), code);

  it("is shown once, and kept as a digest", async () => {
    expect(await state()).toEqual({ linkedAt: null, codeUntil: null });
    const code = await makeCode();
    expect(code).toMatch(/^(?:[0-9a-z]{4}-){3}[0-9a-z]{4}$/);
    const row = await on.api.deps.store.db
      .selectFrom("link_codes")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(code.slice(0, 4));
    const until = new Date(on.api.deps.clock().getTime() + 24 * HOUR_MS);
    expect(await state()).toEqual({
      linkedAt: null,
      codeUntil: until.toISOString(),
    });
  });

  it("is good once, as people type it, for one account", async () => {
    const code = await makeCode();
    const claim = await claimOf("ada");
    const typed = ` ${code.toUpperCase().replaceAll("-", " ")} `;
    expect(await sent(claim, typed)).toBe(200);
    // Sent twice, it leads back to the beginning and counts as no wrong one.
    expect(await sent(claim, code)).toBe(400);
    expect((await auditedIn(on.api)).map(({ action }) => action)).not.toContain(
      "sign_in_failed",
    );
    expect(await linked("eve", code)).toBe(403);
    expect(await state()).toMatchObject({
      linkedAt: expect.any(String),
      codeUntil: null,
    });
  });

  it("is good for one of two who send it at once, on two servers", async () => {
    const code = await makeCode();
    const claims = [await claimOf("ada"), await claimOf("eve")];
    const answers = await Promise.all([
      on.calls.link(claims[0] ?? "", code),
      on.calls.link(claims[1] ?? "", code, "192.0.2.2", openBeside(on.api)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it("is over after a day, and where a newer one is made", async () => {
    const older = await makeCode();
    const newer = await makeCode();
    expect(await linked("ada", older)).toBe(403);
    on.api.advance(24 * HOUR_MS);
    on.provider.mischief.claims = (claims) => ({
      ...claims,
      exp: Number(claims.exp) + (25 * HOUR_MS) / 1000,
    });
    expect(await linked("ada", newer)).toBe(403);
  });

  it("needs a claim that is ours, and half an hour old at most", async () => {
    const code = await makeCode();
    const { ticket } = await on.calls.begin();
    for (const claim of ["bWFkZSB1cA==", ticket]) {
      expect(await sent(claim, code)).toBe(400);
    }
    const claim = await claimOf("ada");
    on.api.advance(HOUR_MS / 2);
    expect(await sent(claim, code)).toBe(400);
  });

  it("delays after five wrong ones, and records each", async () => {
    const code = await makeCode();
    const claim = await claimOf("ada");
    const statuses: number[] = [];
    for (let wrong = 0; wrong < 6; wrong += 1) {
      statuses.push(await sent(claim, "0123-4567-89ab-cdef"));
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect(await sent(claim, code)).toBe(429);
    expect((await auditedIn(on.api)).slice(-2)).toMatchObject([
      {
        action: "sign_in_failed",
        username: null,
        details: { reason: "link_code" },
      },
      { action: "sign_in_delayed", details: { seconds: 5 } },
    ]);
    on.api.advance(5_000);
    expect(await sent(claim, code)).toBe(200);
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
    const me = await api.idOf("Manager");
    expect((await calls.account(manager, me).makeCode()).status).toBe(400);
    expect(await auditedIn(api)).toHaveLength(own);
    await on.linked();
    expect((await account().makeCode()).status).toBe(400);
  });

  it("is unlinked with what it opened", async () => {
    expect(await unlinked()).toBe(404);
    const { token } = await on.linked();
    const way = await on.calls.walked();
    expect(await on.statusOf(token)).toBe(200);
    expect(await unlinked()).toBe(204);
    expect(await on.statusOf(token)).toBe(401);
    const finished = await on.calls.finish(way);
    expect(finished.answer).toHaveProperty("claim");
    expect((await auditedIn(on.api)).at(-1)).toMatchObject({
      action: "unlink_organisation_account",
      username: "Manager",
    });
  });

  it("links one and the same account, however the setting spells its issuer", async () => {
    const { api, provider } = on;
    for (const issuer of [provider.issuer, `${provider.issuer}/`]) {
      useProvider(api, { ...provider, issuer });
      expect(await linked("ada", await makeCode())).toBe(200);
      expect(await state()).toMatchObject({ linkedAt: expect.any(String) });
      useProvider(api, provider);
      expect(await state()).toMatchObject({ linkedAt: expect.any(String) });
      expect(await unlinked()).toBe(204);
    }
  });

  it("links nothing of another provider, whose accounts can be unlinked all the same", async () => {
    const { api } = on;
    const code = await makeCode();
    const claim = await claimOf("ada");
    const { provider } = api.deps;
    if (!provider) throw new Error("no provider");
    const other = { ...provider, issuer: "https://other.example/" };
    api.deps.provider = other;
    expect(await sent(claim, code)).toBe(400);
    api.deps.provider = provider;
    expect(await sent(claim, code)).toBe(200);
    api.deps.provider = other;
    expect(await state()).toMatchObject({ linkedAt: null });
    expect(await unlinked()).toBe(204);
  });

  it("and a newer one at once wait for each other, and neither for ever", async () => {
    const beside = openBeside(on.api);
    for (let round = 0; round < 5; round += 1) {
      const code = await makeCode();
      const claim = await claimOf("ada");
      const [answer, made] = await Promise.all([
        on.calls.link(claim, code, "192.0.2.2", beside),
        account().makeCode(),
      ]);
      expect([200, 403]).toContain(answer.status);
      expect([200, 400]).toContain(made.status);
      await unlinked();
    }
  });

  it("goes with its user", async () => {
    const code = await makeCode();
    const { db } = on.api.deps.store;
    await db.deleteFrom("users").where("id", "=", on.userId).execute();
    expect(await linked("ada", code)).toBe(403);
  });

  it("begins a session that needs no second factor of ours", async () => {
    const { token } = await on.linked();
    const rule = { access_level: "facility", required_from: "2020-01-01" };
    const { sessions, store } = on.api.deps;
    await store.db.insertInto("second_factor_rules").values(rule).execute();
    expect(await on.statusOf(token)).toBe(200);
    const again = await on.calls.signIn();
    expect(await on.statusOf(again.token)).toBe(200);
    const { token: byPassword } = await sessions.start(on.userId);
    expect(await on.statusOf(byPassword)).toBe(401);
  });
});

describe("a server without an organisation's login", () => {
  const on = openedForEach(() => openWithProvider("sqlite"));

  it("knows nothing of it", async () => {
    on.api.deps.provider = null;
    const account = on.calls.account(on.manager, on.userId);
    for (const asked of [
      on.calls.asked(),
      on.calls.finish({ ticket: "x", query: "" }),
      on.calls.link("x", "x"),
      account.read(),
      account.makeCode(),
      account.unlink(),
    ]) {
      expect((await asked).status).toBe(404);
    }
  });
});
