import { hash } from "@node-rs/argon2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { userWords } from "~/features/users/rules/words";
import {
  openUserAdministration,
  refused,
  userEvents,
} from "~server/testing/administer-users";
import type { UserAdministration } from "~server/testing/administer-users";
import type { TestApi } from "~server/testing/open-test-api";
import { IDLE_NPI } from "~server/testing/seed-organization";

/** Password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const PASSWORD = "the first one";

describe("changing users", () => {
  let api: TestApi;
  let manager: number;
  let managerToken: string;
  let users: UserAdministration;
  let ada: number;
  beforeEach(async () => {
    ({
      api,
      manager,
      token: managerToken,
      users,
    } = await openUserAdministration());
    ada = await api.addUser({
      accessLevel: "facility",
      ids: [111],
      username: "Ada.Reed",
      passwordHash: await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 }),
    });
    await api.deps.store.db
      .updateTable("users")
      .set({ firstname: "Ada", lastname: "Reed" })
      .where("id", "=", ada)
      .execute();
  });
  afterEach(() => api.close());

  async function isSignedIn(token: string): Promise<boolean> {
    return (await api.get("/auth/me/", token)).status === 200;
  }

  async function signsIn(password: string): Promise<boolean> {
    const login = await api.fetch("/auth/login/", {
      method: "POST",
      body: new URLSearchParams({ username: "ada.reed", password }),
    });
    return login.status === 200;
  }

  const stored = () =>
    api.deps.store.db
      .selectFrom("users")
      .where("id", "=", ada)
      .selectAll()
      .executeTakeFirstOrThrow();

  it("stores what is new under the next version, and keeps a password that is left out", async () => {
    api.advance(60_000);
    const response = await users.change(ada, {
      username: "ada.smith",
      lastname: " Smith ",
    });
    expect(await response.json()).toEqual({ data: { id: ada } });
    expect(await stored()).toMatchObject({
      username: "ada.smith",
      username_key: "ada.smith",
      lastname: "Smith",
      version: 2,
      updated_at: api.deps.clock().toISOString(),
    });
    await users.change(ada);
    expect(await signsIn(PASSWORD)).toBe(true);
    expect((await users.change(ada, { password: "a new one" })).status).toBe(
      200,
    );
    expect([await signsIn(PASSWORD), await signsIn("a new one")]).toEqual([
      false,
      true,
    ]);
  });

  it("changes nothing where nothing is different, also in the order of ids", async () => {
    await users.change(ada, { facility: [121, 111] });
    const before = await stored();
    api.advance(60_000);
    const { token } = await api.deps.sessions.start(ada);
    for (const facility of [
      [121, 111],
      [111, 121, 111],
    ]) {
      const response = await users.change(ada, {
        facility,
        username: " Ada.Reed ",
        version: before.version,
      });
      expect(response.status).toBe(200);
    }
    expect(await stored()).toEqual(before);
    expect(await isSignedIn(token)).toBe(true);
    expect(await userEvents(api)).toHaveLength(1);
  });

  it("is refused where somebody else has changed the user since", async () => {
    expect(
      (await users.change(ada, { firstname: "A", version: 1 })).status,
    ).toBe(200);
    for (const version of [1, 3, 0]) {
      const response = await users.change(ada, { firstname: "B", version });
      expect(await refused(response)).toEqual([409, userWords.staleEdit]);
    }
    expect(await stored()).toMatchObject({ firstname: "A", version: 2 });
    // A portal that does not know versions.
    expect((await users.change(ada, { firstname: "C" })).status).toBe(200);
    expect((await stored()).version).toBe(3);
  });

  it("is refused for a username that another has, and for a user who is gone", async () => {
    for (const username of ["BOSS", " boss"]) {
      const response = await users.change(ada, { username });
      expect(await refused(response)).toEqual([409, userWords.usernameTaken]);
    }
    expect((await users.change(ada, { username: "ADA.REED" })).status).toBe(
      200,
    );
    expect((await users.change(9_999)).status).toBe(404);
  });

  it("ends the sessions of whoever gets other rights or another password, at once", async () => {
    const changes: object[] = [
      { facility: [112] },
      { facility: [112], isnp_only: true },
      { access_level: "region", region: [11] },
      { access_level: "physician", physician: IDLE_NPI },
      { access_level: "company" },
      { access_level: "company", password: "another one" },
    ];
    for (const body of changes) {
      const session = await api.deps.sessions.start(ada);
      expect(await isSignedIn(session.token)).toBe(true);
      expect((await users.change(ada, body)).status).toBe(200);
      expect([body, await isSignedIn(session.token)]).toEqual([body, false]);
      const renewed = await api.fetch("/auth/refresh/", {
        headers: {
          "x-access-token": session.token,
          "x-refresh-token": session.refresh_token,
        },
      });
      expect(renewed.status).toBe(401);
    }
    expect(await isSignedIn(managerToken)).toBe(true);
  });

  it("leaves the sessions of whoever gets another name", async () => {
    const { token } = await api.deps.sessions.start(ada);
    await users.change(ada, {
      username: "other",
      firstname: "O",
      lastname: "T",
    });
    expect(await isSignedIn(token)).toBe(true);
  });

  it("leaves the session in which somebody changes themselves, and ends their others", async () => {
    const { token: other } = await api.deps.sessions.start(manager);
    const response = await users.change(manager, {
      username: "boss",
      access_level: "account_manager",
      password: "another one",
    });
    expect(response.status).toBe(200);
    expect(await isSignedIn(managerToken)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
  });

  it("is refused for one's own level, and gives nobody a level above all others", async () => {
    const own = { username: "boss", access_level: "company" };
    expect(await refused(await users.change(manager, own))).toEqual([
      400,
      userWords.ownLevel,
    ]);
    const raised = await users.change(ada, { access_level: "admin" });
    expect(await refused(raised)).toEqual([400, userWords.levelNotAssignable]);
  });

  it("refuses ids that nothing has, unless the user has them already", async () => {
    const { db } = api.deps.store;
    await db
      .updateTable("users")
      .set({ access_level_id: "111 77" })
      .where("id", "=", ada)
      .execute();
    expect((await users.change(ada, { facility: [77, 121] })).status).toBe(200);
    expect((await stored()).access_level_id).toBe("77 121");
    const response = await users.change(ada, { facility: [77, 78] });
    expect(await refused(response)).toEqual([400, "There is no facility 78."]);
    // What is kept is a facility, and not a region of the same number.
    const region = { access_level: "region", region: [77] };
    expect(await refused(await users.change(ada, region))).toEqual([
      400,
      "There is no region 77.",
    ]);
  });

  it("does not happen where it cannot be recorded", async () => {
    const { token } = await api.deps.sessions.start(ada);
    await api.deps.store.db.schema.dropTable("audit_events").execute();
    const before = await stored();
    const response = await users.change(ada, { facility: [112] });
    expect(response.status).toBe(500);
    expect((await users.remove(ada)).status).toBe(500);
    expect(await stored()).toEqual(before);
    expect(await isSignedIn(token)).toBe(true);
  });

  it("records which fields changed, and for rights from what to what", async () => {
    await users.change(ada, {
      username: "ada.smith",
      lastname: "Smith",
      access_level: "region",
      region: [11, 12],
      isnp_only: true,
      password: "another one",
    });
    await users.change(ada, {
      username: "ada.smith",
      firstname: "Eve",
      lastname: "Smith",
      access_level: "region",
      region: [11, 12],
      isnp_only: true,
    });
    const by = { user: manager, username: "boss", address: null };
    expect(await userEvents(api)).toEqual([
      {
        action: "change_user",
        ...by,
        target: ada,
        targetUsername: "Ada.Reed",
        details: {
          username: "Ada.Reed → ada.smith",
          access_level: "facility → region",
          access_level_id: "111 → 11 12",
          isnp_only: "false → true",
          lastname: "changed",
          password: "changed",
        },
      },
      {
        action: "change_user",
        ...by,
        target: ada,
        targetUsername: "ada.smith",
        details: { firstname: "changed" },
      },
    ]);
  });
});
