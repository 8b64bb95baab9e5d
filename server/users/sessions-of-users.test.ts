import { beforeEach, describe, expect, it } from "vitest";
import { getMe } from "~/contract/auth";
import { openBeside, type Ask } from "~server/auth/testing/sign-in-attempts";
import { trailOf } from "~server/audit/testing/trail-of";
import { openTestApi } from "~server/testing/open-test-api";
import { endUserSessions } from "./service";
import { openedForEach } from "~server/testing/opened";

describe("the sessions of a user", () => {
  const api = openedForEach(() => openTestApi());
  let manager: string;
  let managerId: number;
  let ada: number;
  beforeEach(async () => {
    managerId = await api.addUser({
      accessLevel: "account_manager",
      username: "Mia",
    });
    manager = (await api.deps.sessions.start(managerId)).token;
    ada = await api.addUser({
      accessLevel: "region",
      ids: [11],
      username: "Ada",
    });
  });

  const begin = async (id = ada) => (await api.deps.sessions.start(id)).token;

  const statusOf = async (token: string, ask: Ask = api) =>
    (await ask.fetch(getMe.path, { headers: { "x-access-token": token } }))
      .status;

  const end = (id: number) => api.ask(manager, endUserSessions, { id });

  it("are ended by an account manager at once, on every server", async () => {
    const beside = openBeside(api);
    const sessions = [await begin(), await begin()];
    for (const session of sessions) {
      expect(await statusOf(session, beside)).toBe(200);
    }
    const ben = await api.addUser({ accessLevel: "region", ids: [11] });
    const other = await begin(ben);
    expect((await end(ada)).status).toBe(204);
    for (const session of sessions) {
      expect(await statusOf(session)).toBe(401);
      expect(await statusOf(session, beside)).toBe(401);
    }
    expect(await statusOf(other)).toBe(200);
    expect(await statusOf(manager)).toBe(200);
    expect(await statusOf(await begin())).toBe(200);
  });

  it("are not the own ones: those a user ends one by one", async () => {
    const another = await begin(managerId);
    const { status, refusal } = await end(managerId);
    expect([status, refusal?.words]).toEqual([
      400,
      "End your own sessions under 'Your login'.",
    ]);
    expect(await statusOf(another)).toBe(200);
    expect(await trailOf(api, "end_sessions")).toEqual([]);
  });
});
