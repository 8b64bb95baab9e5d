import { beforeEach, describe, expect, it, vi } from "vitest";
import { getMe } from "~/contract/auth";
import {
  INITIAL_PASSWORD_DAYS,
  initialPasswordWords as words,
} from "~/features/users/rules/password-rules";
import { administerUsers } from "~server/testing/administer-users";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { factorCalls } from "./second-factor/testing/factor-calls";
import { changePassword, readOwnSignIn } from "./service";
import {
  address,
  attempt,
  onAccounts,
  RIGHT,
} from "./testing/sign-in-attempts";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const FIRST = "first-password-1";
const OWN = "their-own-2";
const DAYS_MS = INITIAL_PASSWORD_DAYS * 24 * 3_600_000;

describe.each(TEST_DIALECTS)("an initial password on %s", (dialect) => {
  const api = onAccounts(dialect);
  const calls = factorCalls(api);
  beforeEach(async () => {
    await api.addUser({
      accessLevel: "account_manager",
      username: "Mia",
      passwordHash: RIGHT,
    });
    expect((await (await users()).create(NEW)).status).toBe(200);
  });

  const NEW = {
    ...{ username: "nia", firstname: "Nia", lastname: "New" },
    ...{ access_level: "company", isnp_only: false, password: FIRST },
  };

  const users = async () =>
    administerUsers(api, (await calls.logIn("Mia")).token);

  /** Their account manager changes somebody. */
  async function save(id: number, body: object): Promise<void> {
    const changed = await (await users()).change(id, body);
    expect(changed.status).toBe(200);
  }

  const userNow = async () => (await users()).find("nia");

  const tries = async (password: string) =>
    (await attempt(api, "nia", address(9), password)).status;

  const change = (token: string, current: string) =>
    calls.ask(changePassword, { current, wanted: OWN }, token);

  it("opens nothing but the change of it, which frees the session", async () => {
    const { token } = await calls.logIn("nia", FIRST);
    const refused = await api.get(getMe.path, token);
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: words.first, code: "password_is_initial" },
    ]);
    expect((await calls.ask(readOwnSignIn, {}, token)).status).toBe(403);
    expect((await change(token, FIRST)).status).toBe(204);
    expect(await calls.statusOf(token)).toBe(200);
    api.advance(DAYS_MS);
    expect(await tries(OWN)).toBe(200);
  });

  it("is good for some days, and no longer", async () => {
    api.advance(DAYS_MS - 1);
    expect(await tries(FIRST)).toBe(200);
    api.advance(1);
    const over = await attempt(api, "nia", address(9), FIRST);
    expect([over.status, await over.json()]).toMatchObject([
      403,
      { error: words.over },
    ]);
    const { id } = await userNow();
    await save(id, {
      ...NEW,
      password: "given-again-3",
    });
    expect((await calls.logIn("nia", "given-again-3")).token).toBeDefined();
  });

  it("of an emergency account waits for the day on which it is needed", async () => {
    await api.deps.store.db
      .updateTable("users")
      .set({ emergency_entry: 1 })
      .where("username", "=", "nia")
      .execute();
    api.advance(40 * DAYS_MS);
    const { token } = await calls.logIn("nia", FIRST);
    expect(await calls.statusOf(token)).toBe(403);
  });

  it("is also the one of a reset, and not one that account managers give themselves", async () => {
    const { token } = await calls.logIn("nia", FIRST);
    expect((await change(token, FIRST)).status).toBe(204);
    const { id } = await userNow();
    await save(id, { ...NEW, password: undefined, lastname: "Newer" });
    expect(await calls.statusOf(token)).toBe(200);
    await save(id, { ...NEW, password: "given-again-3" });
    const again = await calls.logIn("nia", "given-again-3");
    expect(await calls.statusOf(again.token)).toBe(403);

    await save(id, { ...NEW, access_level: "company" });
    const mia = await (await users()).find("Mia");
    await save(mia.id, {
      ...{ username: "Mia", firstname: mia.firstname, lastname: mia.lastname },
      ...{ access_level: "account_manager", isnp_only: false, password: OWN },
    });
    const own = await calls.logIn("Mia", OWN);
    expect(await calls.statusOf(own.token)).toBe(200);
  });

  it("comes after the second factor", async () => {
    const { token } = await calls.logIn("nia", FIRST);
    expect((await change(token, FIRST)).status).toBe(204);
    const { key } = await calls.setUpWith(token, OWN);
    const { id } = await userNow();
    await save(id, NEW);
    const { challenge } = await calls.logIn("nia", FIRST);
    const entered = await calls.enter(challenge, calls.freshCode(key));
    expect(entered.status).toBe(200);
    const session = (entered.answer as { token: string }).token;
    expect(await calls.statusOf(session)).toBe(403);
    expect((await change(session, FIRST)).status).toBe(204);
    expect(await calls.statusOf(session)).toBe(200);
  });
});
