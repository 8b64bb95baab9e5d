import * as argon2 from "@node-rs/argon2";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getUsers } from "~/contract/users";
import { onProvider } from "~server/oidc/testing/open-with-provider";
import { markEmergency, unmarkEmergency } from "~server/users/service";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { NO_PASSWORD } from "./password";
import { factorCalls } from "./second-factor/testing/factor-calls";
import {
  address,
  attempt,
  auditedIn,
  RIGHT,
  usePlainPasswords,
} from "./testing/sign-in-attempts";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HERE = address(1);

describe.each(TEST_DIALECTS)("a login by OIDC_ONLY on %s", (dialect) => {
  const on = onProvider(dialect);
  /** Is an emergency account; Ada, whom the organisation's login lets in, is none. */
  let safe: number;
  beforeEach(async () => {
    usePlainPasswords();
    const { db } = on.api.deps.store;
    await db.updateTable("users").set({ password_hash: RIGHT }).execute();
    safe = await on.api.addUser({
      accessLevel: "account_manager",
      username: "Safe",
      passwordHash: RIGHT,
    });
    await mark(safe, 1);
    // Who is signed in by now may go on.
    on.manager = await on.sessionOf(await on.api.idOf("Manager"));
    on.api.deps.oidcOnly = true;
  });

  const mark = (id: number, emergency_entry: 0 | 1) =>
    on.api.deps.store.db
      .updateTable("users")
      .set({ emergency_entry })
      .where("id", "=", id)
      .execute();

  const logIn = (username: string) => factorCalls(on.api).logIn(username);

  const change = (
    service: typeof markEmergency,
    id: number,
    token = on.manager,
  ) => on.api.ask(token, service, { id });

  const actions = async () =>
    (await auditedIn(on.api)).map(({ action, username }) => [action, username]);

  it("refuses a right password of others as a wrong one, and counts it so", async () => {
    const answers = [];
    for (const [username, password] of [
      ["Ada", RIGHT],
      ["Ada", "wrong"],
      ["Nobody", RIGHT],
    ] as const) {
      const answer = await attempt(on.api, username, HERE, password);
      const { headers } = answer;
      answers.push([
        answer.status,
        headers.get("content-type"),
        await answer.text(),
      ]);
    }
    expect(answers[0]).toEqual([401, expect.any(String), expect.any(String)]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    // Each has been compared, so that the time tells nothing either.
    expect(vi.mocked(argon2.verify)).toHaveBeenCalledTimes(3);
    const reasons = (await auditedIn(on.api)).slice(-3);
    expect(reasons.map(({ details }) => details)).toEqual([
      { reason: "not_emergency" },
      { reason: "password" },
      { reason: "username" },
    ]);
    const statuses: number[] = [];
    for (let times = 0; times < 6; times += 1) {
      const from = address(2);
      statuses.push((await attempt(on.api, "Ada", from, RIGHT)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it("stops sessions that passwords began, and those of the organisation where it has no login any more", async () => {
    on.api.deps.oidcOnly = false;
    const { token: ada } = await logIn("Ada");
    const { token: emergency } = await logIn("Safe");
    const here = await on.sessionOf(on.userId);
    const states = () => Promise.all([ada, emergency, here].map(on.statusOf));
    expect(await states()).toEqual([200, 200, 200]);
    on.api.deps.oidcOnly = true;
    expect(await states()).toEqual([401, 200, 200]);
    expect((await on.api.logOut(ada)).status).toBe(204);
    on.api.deps.oidcOnly = false;
    const { provider } = on.api.deps;
    on.api.deps.provider = null;
    expect(await states()).toEqual([401, 200, 401]);
    on.api.deps.provider = provider;
    expect(await states()).toEqual([401, 200, 200]);
  });

  it("asks an emergency account for its second factor, and lets nobody else finish that step", async () => {
    const calls = factorCalls(on.api);
    on.api.deps.oidcOnly = false;
    const ada = await calls.withFactor("Ada");
    const safety = await calls.withFactor("Safe");
    const before = await calls.logIn("Ada");
    on.api.deps.oidcOnly = true;
    // Whether the code is right is not told either.
    for (const code of [
      calls.freshCode(ada.key),
      "000000",
      ada.codes[0] ?? "",
    ]) {
      expect((await calls.enter(before.challenge, code)).status).toBe(401);
    }
    expect((await attempt(on.api, "Ada", HERE, RIGHT)).status).toBe(401);
    const { challenge } = await calls.logIn("Safe");
    const code = calls.freshCode(safety.key);
    const entered = await calls.enter(challenge, code);
    expect(entered.status).toBe(200);
    expect(entered.answer?.emergency?.entered).toBe(true);
    expect((await auditedIn(on.api)).at(-1)).toMatchObject({
      action: "emergency_entry",
      details: { how: "password and code" },
    });
    const late = await calls.logIn("Safe");
    await mark(safe, 0);
    const again = calls.freshCode(safety.key);
    expect((await calls.enter(late.challenge, again)).status).toBe(401);
  });

  it("marks and unmarks by account managers alone, with a record", async () => {
    const { userId, api } = on;
    const { token: company } = await api.signIn({ accessLevel: "company" });
    for (const target of [markEmergency, unmarkEmergency]) {
      expect((await change(target, userId, "none")).status).toBe(401);
      api.deps.oidcOnly = false;
      expect((await change(target, userId, company)).status).toBe(403);
      api.deps.oidcOnly = true;
      expect((await change(target, 999)).status).toBe(404);
      expect((await change(target, await on.api.idOf("Manager"))).status).toBe(
        400,
      );
    }
    expect((await change(unmarkEmergency, userId)).status).toBe(404);
    const before = (await actions()).length;
    for (const times of [1, 2]) {
      const { status } = await change(markEmergency, userId);
      expect([times, status]).toEqual([times, 204]);
    }
    expect(await on.statusOf((await logIn("Ada")).token)).toBe(200);
    expect((await change(unmarkEmergency, userId)).status).toBe(204);
    expect((await actions()).slice(before)).toEqual([
      ["mark_emergency_account", "Manager"],
      ["sign_in", "Ada"],
      ["emergency_entry", "Ada"],
      ["unmark_emergency_account", "Manager"],
    ]);
    api.deps.provider = null;
    api.deps.oidcOnly = false;
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    for (const target of [markEmergency, unmarkEmergency]) {
      expect((await change(target, userId, token)).status).toBe(404);
    }
  });

  it("ends the sessions by password of who is no emergency account any more, for good", async () => {
    const { token } = await logIn("Safe");
    const kept = await on.sessionOf(safe);
    expect((await change(unmarkEmergency, safe)).status).toBe(204);
    expect((await change(markEmergency, safe)).status).toBe(204);
    expect([await on.statusOf(token), await on.statusOf(kept)]).toEqual([
      401, 200,
    ]);
    on.api.deps.oidcOnly = false;
    const { token: later } = await logIn("Safe");
    await change(unmarkEmergency, safe);
    expect(await on.statusOf(later)).toBe(200);
  });

  it("marks nobody who has no password", async () => {
    const { userId, api } = on;
    await api.deps.store.db
      .updateTable("users")
      .set({ password_hash: NO_PASSWORD })
      .where("id", "=", userId)
      .execute();
    const refused = await change(markEmergency, userId);
    expect(refused.status).toBe(400);
    expect(refused.refusal?.words).toContain("This user has no password.");
  });

  it("tells account managers, once, of the uses since they were here", async () => {
    const { api } = on;
    await on.linked(on.manager);
    await api.deps.store.db
      .updateTable("users")
      .set({ access_level: "account_manager", access_level_id: "0" })
      .where("id", "=", on.userId)
      .execute();
    const ada = async () => (await on.calls.signIn()).emergency;
    expect(await ada()).toBeUndefined();
    api.advance(MINUTE_MS);
    await logIn("Safe");
    api.advance(MINUTE_MS);
    await logIn("Safe");
    const last = api.deps.clock().toISOString();
    api.advance(MINUTE_MS);
    const told = { username: "Safe", at: last, times: 2 };
    expect(await ada()).toEqual({ entered: false, entries: [told] });
    expect(await ada()).toBeUndefined();
    // Somebody else may have used their own.
    expect((await logIn("Safe")).emergency).toEqual({
      entered: true,
      entries: [{ ...told, times: 1 }],
    });
  });

  it("tells nobody but account managers of other people's uses", async () => {
    await mark(on.userId, 1);
    await logIn("Safe");
    on.api.advance(MINUTE_MS);
    expect((await logIn("Ada")).emergency).toEqual({
      entered: true,
      entries: [],
    });
  });

  it("lists the uses of 30 days and the marks with the users", async () => {
    const { api } = on;
    await logIn("Safe");
    const at = api.deps.clock().toISOString();
    const listed = async () =>
      getUsers.answer.parse(
        await (
          await api.get(
            getUsers.path,
            await on.sessionOf(await on.api.idOf("Manager")),
          )
        ).json(),
      );
    api.advance(30 * DAY_MS);
    const { users, emergency_entries } = await listed();
    expect(emergency_entries).toEqual([{ username: "Safe", at, times: 1 }]);
    const marked = users.map((user) => [user.username, user.emergency_entry]);
    expect(marked).toEqual([
      ["Manager", false],
      ["Ada", false],
      ["Safe", true],
    ]);
    api.advance(1);
    expect((await listed()).emergency_entries).toEqual([]);
    api.deps.provider = null;
    api.deps.oidcOnly = false;
    const { token } = await logIn("Safe");
    const without = await (await api.get(getUsers.path, token)).text();
    expect(without).not.toContain("emergency");
  });
});
