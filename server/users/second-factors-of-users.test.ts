import { beforeEach, describe, expect, it, vi } from "vitest";
import { getUsers, type User } from "~/contract/users";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  answerOf,
  factorCalls,
} from "~server/auth/second-factor/testing/factor-calls";
import { onAccounts, RIGHT } from "~server/auth/testing/sign-in-attempts";
import { administerUsers } from "~server/testing/administer-users";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { listFactorRules, resetSecondFactor, setFactorRules } from "./service";

vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));

const TODAY = "2026-06-15";
const TOMORROW = "2026-06-16";

describe.each(TEST_DIALECTS)("factors for managers on %s", (dialect) => {
  const api = onAccounts(dialect);
  const calls = factorCalls(api);
  let manager: string;
  beforeEach(async () => {
    await api.addUser({
      accessLevel: "account_manager",
      username: "Mia",
      passwordHash: RIGHT,
    });
    manager = (await calls.logIn("Mia")).token;
  });

  async function usersNow(): Promise<User[]> {
    const response = await api.get(getUsers.path, manager);
    return ((await response.json()) as { users: User[] }).users;
  }

  const reset = (id: number, token = manager) =>
    calls.ask(resetSecondFactor, { id }, token);

  const rule = (
    level: AccessLevel,
    requiredFrom: string | null,
    token = manager,
  ) => calls.ask(setFactorRules, { rules: [{ level, requiredFrom }] }, token);

  const rules = async () =>
    answerOf(await calls.ask(listFactorRules, {}, manager));

  const auditedNow = () =>
    api.deps.store.db
      .selectFrom("audit_events")
      .select(["action", "details"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();

  it("stay where an account manager gives another password", async () => {
    await calls.withFactor("Ada");
    const ada = (await usersNow()).find(({ username }) => username === "Ada");
    const { status } = await administerUsers(api, manager).change(
      ada?.id ?? 0,
      {
        ...{ username: "Ada", access_level: "region", region: [11] },
        password: "another one",
      },
    );
    expect(status).toBe(200);
    const { token, challenge } = await calls.logIn("Ada", "another one");
    expect([token, typeof challenge]).toEqual([undefined, "string"]);
  });

  it("of nobody, or their own, are not reset", async () => {
    await calls.setUp(manager);
    expect((await reset(999)).status).toBe(404);
    expect((await reset(await api.idOf("Mia"))).status).toBe(400);
    expect((await usersNow()).at(-1)?.second_factor).toBe(true);
  });

  it("are nothing that other levels may ask for", async () => {
    const { token } = await calls.withFactor("Ada");
    const id = await api.idOf("Ada");
    expect((await reset(id, token)).status).toBe(403);
    expect((await rule("region", TODAY, token)).status).toBe(403);
    expect((await calls.ask(listFactorRules, {}, token)).status).toBe(403);
  });

  it("are required of a level from a day, with a record, and no longer", async () => {
    expect((await rule("region", TOMORROW)).status).toBe(204);
    expect(await auditedNow()).toMatchObject({
      action: "change_second_factor_rule",
      details: JSON.stringify({
        access_level: "region",
        required_from: `never → ${TOMORROW}`,
      }),
    });
    await calls.withFactor("Ada");
    expect((await rules()).find(({ level }) => level === "region")).toEqual({
      level: "region",
      requiredFrom: TOMORROW,
      users: 2,
      without: 1,
    });
    expect((await rule("region", null)).status).toBe(204);
    expect(
      (await rules()).every(({ requiredFrom }) => requiredFrom === null),
    ).toBe(true);
    expect((await calls.logIn("Ben")).second_factor).toEqual({
      required_from: null,
    });
  });

  it("that are required from today sign out who has none", async () => {
    const { token } = await calls.logIn("Ben");
    const { token: adas } = await calls.withFactor("Ada");
    expect((await rule("region", TODAY)).status).toBe(204);
    expect(await calls.statusOf(token)).toBe(401);
    expect(await calls.statusOf(adas)).toBe(200);
    expect((await calls.logIn("Ben")).wanted).toBe("set_up");
  });

  it("are not required at once by an account manager who has none", async () => {
    expect((await rule("account_manager", TODAY)).status).toBe(400);
    expect((await rule("account_manager", TOMORROW)).status).toBe(204);
    await calls.setUp(manager);
    expect((await rule("account_manager", TODAY)).status).toBe(204);
    expect(await calls.statusOf(manager)).toBe(200);
  });

  it.each(["2026-02-30", "soon", "", 1])(
    "are not required from %j",
    async (day) => {
      expect((await rule("region", day as string)).status).toBe(400);
    },
  );
});
