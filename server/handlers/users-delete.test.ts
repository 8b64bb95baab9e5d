import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { userWords } from "~/features/users/rules/words";
import {
  administerUsers,
  openUserAdministration,
  userEvents,
} from "~server/testing/administer-users";
import type { UserAdministration } from "~server/testing/administer-users";
import type { TestApi } from "~server/testing/open-test-api";
import { addFinishedReport } from "~server/testing/finished-report";

describe("deleting users", () => {
  let api: TestApi;
  let manager: number;
  let users: UserAdministration;
  let ada: number;
  beforeEach(async () => {
    ({ api, manager, users } = await openUserAdministration());
    ada = await api.addUser({
      accessLevel: "facility",
      ids: [111],
      username: "Ada.Reed",
    });
  });
  afterEach(() => api.close());

  it("ends their sessions at once, for tokens and refresh tokens alike", async () => {
    const session = await api.deps.sessions.start(ada);
    const ask = () => api.get("/auth/me/", session.token);
    const renew = () =>
      api.fetch("/auth/refresh/", {
        headers: {
          "x-access-token": session.token,
          "x-refresh-token": session.refresh_token,
        },
      });
    expect((await ask()).status).toBe(200);
    const response = await users.remove(ada);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect([(await ask()).status, (await renew()).status]).toEqual([401, 401]);
    expect((await users.list()).map(({ id }) => id)).toEqual([manager]);
    expect((await users.remove(ada)).status).toBe(404);
    const sessions = await api.deps.store.db
      .selectFrom("sessions")
      .where("user_id", "=", ada)
      .select("id")
      .execute();
    expect(sessions).toEqual([]);
  });

  it("keeps the reports that they asked for, as nobody's", async () => {
    const { db } = api.deps.store;
    await addFinishedReport(db, 111, { user_id: ada });
    expect((await users.remove(ada)).status).toBe(204);
    const reports = await db
      .selectFrom("qies_reports")
      .select("user_id")
      .execute();
    expect(reports).toEqual([{ user_id: null }]);
  });

  it("records who it was and what they might see, and keeps what they did", async () => {
    const second = await api.addUser({
      accessLevel: "account_manager",
      username: "second",
    });
    const { token } = await api.deps.sessions.start(second);
    await administerUsers(api, token).remove(ada);
    await users.remove(second);
    expect(await userEvents(api)).toEqual([
      {
        action: "delete_user",
        user: second,
        username: "second",
        target: ada,
        targetUsername: "Ada.Reed",
        address: null,
        details: {
          access_level: "facility",
          access_level_id: "111",
          isnp_only: false,
        },
      },
      expect.objectContaining({ user: manager, target: second }),
    ]);
  });

  it("is refused for oneself, and never gives an id again", async () => {
    const response = await users.remove(manager);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: userWords.ownAccount,
      code: "invalid",
    });
    await users.remove(ada);
    const next = await api.addUser({ accessLevel: "facility", ids: [111] });
    expect(next).toBeGreaterThan(ada);
    expect(await userEvents(api)).toHaveLength(1);
  });
});
