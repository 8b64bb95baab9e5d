import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  administerUsers,
  userEvents,
  type UserAdministration,
} from "~server/testing/administer-users";
import { openTestApi } from "~server/testing/open-test-api";
import { seedOrganization } from "~server/testing/seed-organization";
import { createUser, deleteUser, updateUser } from "~server/users/update-user";
import { openedForEach } from "~server/testing/opened";

/** Password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

const ROUNDS = 10;

describe("users changed at once", () => {
  const api = openedForEach(() => openTestApi());
  beforeEach(() => seedOrganization(api.deps.store.db));

  interface Manager {
    id: number;
    username: string;
    users: UserAdministration;
  }

  function addFacilityUser(username: string): Promise<number> {
    return api.addUser({ accessLevel: "facility", ids: [111], username });
  }

  async function pair(round: number): Promise<[Manager, Manager]> {
    const [one, other] = await managers(round, 2);
    if (!one || !other) throw new Error("two are needed");
    return [one, other];
  }

  async function managers(round: number, count: number): Promise<Manager[]> {
    return Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const username = `manager-${round}-${at}`;
        const accessLevel = "account_manager";
        const id = await api.addUser({ accessLevel, username });
        const { token } = await api.deps.sessions.start(id);
        return { id, username, users: administerUsers(api, token) };
      }),
    );
  }

  async function remainingManagers(): Promise<number[]> {
    const rows = await api.deps.store.db
      .selectFrom("users")
      .where("access_level", "=", "account_manager")
      .select("id")
      .execute();
    return rows.map(({ id }) => id);
  }

  const deletion = ({ users }: Manager, { id }: Manager) => users.remove(id);
  const demotion = ({ users }: Manager, { id, username }: Manager) =>
    users.change(id, { username, access_level: "company" });

  it.each([
    ["deleted", deletion, deletion],
    ["demoted", demotion, demotion],
    ["deleted and demoted", deletion, demotion],
  ])(
    "leave one of two account managers who are %s by each other",
    async (_, first, second) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [one, other] = await pair(round);
        const responses = await Promise.all([
          first(one, other),
          second(other, one),
        ]);
        const statuses = responses.map(({ status }) => status).sort();
        expect(statuses[0]).toBeLessThan(300);
        // Whoever came too late is gone, or no account manager any more.
        expect([401, 403]).toContain(statuses[1]);
        const left = await remainingManagers();
        expect(left).toHaveLength(1);
        await api.deps.store.db.deleteFrom("users").execute();
      }
    },
  );

  it("leave one of many account managers who demote in a ring", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ring = await managers(round, 5);
      const responses = await Promise.all(
        ring.map((one, at) => {
          const next = ring[(at + 1) % ring.length];
          return demotion(one, next ?? one);
        }),
      );
      for (const { status } of responses) {
        expect([200, 401, 403]).toContain(status);
      }
      expect((await remainingManagers()).length).toBeGreaterThan(0);
      await api.deps.store.db.deleteFrom("users").execute();
    }
  });

  it("take one of several edits of the same version", async () => {
    const administrators = await managers(0, 3);
    for (let round = 0; round < ROUNDS; round++) {
      const username = `user-${round}`;
      const id = await addFacilityUser(username);
      const responses = await Promise.all(
        administrators.map(({ users }, at) =>
          users.change(id, { username, firstname: `New ${at}`, version: 1 }),
        ),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 409, 409]);
      const user = await administrators[0]?.users.find(username);
      expect(user?.version).toBe(2);
    }
    expect(await userEvents(api)).toHaveLength(ROUNDS);
  });

  it("give a username to one of those who want it", async () => {
    const administrators = await managers(0, 3);
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await Promise.all(
        administrators.map((_, at) => addFacilityUser(`user-${round}-${at}`)),
      );
      const responses = await Promise.all(
        administrators.map(({ users }, at) =>
          users.change(ids[at] ?? 0, { username: `New-${round}` }),
        ),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 409, 409]);
    }
  });

  it("change nothing for whoever's session ends while they do it", async () => {
    const { store, sessions, clock } = api.deps;
    const manager = { accessLevel: "account_manager" as const };
    const user = { id: await api.addUser(manager), username: "user-1" };
    const { token } = await sessions.start(user.id);
    const { sessionId } = await sessions.authenticate(token);
    const other = await addFacilityUser("other");
    const actor = {
      user,
      sessionId,
      at: clock(),
      origin: { address: null, requestId: null },
    };
    const wanted = {
      username: "new",
      firstname: "New",
      lastname: "New",
      accessLevel: "company" as const,
      ids: [0],
      isnpOnly: false,
    };
    const change = {
      wanted,
      password: undefined,
      version: undefined,
      issuer: null,
    };
    await sessions.end({ token }, { address: null, requestId: null });
    for (const act of [
      () => createUser(store, wanted, "long enough", actor),
      () => updateUser(store, other, change, actor),
      () => deleteUser(store, other, actor),
    ]) {
      await expect(act()).rejects.toMatchObject({ status: 401 });
    }
    expect(await userEvents(api)).toEqual([]);
  });

  it("answer an edit of a user who is being deleted", async () => {
    const [one, other] = await pair(0);
    for (let round = 0; round < ROUNDS; round++) {
      const username = `user-${round}`;
      const id = await addFacilityUser(username);
      const [edit, deletion, again] = await Promise.all([
        one.users.change(id, { username, firstname: "New" }),
        other.users.remove(id),
        one.users.remove(id),
      ]);
      expect([200, 404]).toContain(edit.status);
      expect([deletion.status, again.status].sort()).toEqual([204, 404]);
    }
  });
});
