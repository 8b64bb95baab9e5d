import { getUsers } from "~/contract/users";
import type { User } from "~/contract/users";
import { openTestApi, type TestApi } from "./open-test-api";
import { seedOrganization } from "./seed-organization";
import { TEST_DIALECT } from "./open-test-store";

export const NEW_USER = {
  username: "Ada.Reed",
  firstname: "Ada",
  lastname: "Reed",
  access_level: "facility",
  isnp_only: false,
  password: "pass & word=1",
  facility: [111],
};

export interface UserAdministration {
  list(): Promise<User[]>;
  find(username: string): Promise<User>;
  create(body?: object): Promise<Response>;
  /** Other fields are {@link NEW_USER}'s, without a password. */
  change(id: number, body?: object): Promise<Response>;
  remove(id: number): Promise<Response>;
}

export function administerUsers(
  api: TestApi,
  token: string,
): UserAdministration {
  const post = (path: string, body: object) =>
    api.fetch(path, {
      method: "POST",
      headers: {
        "x-access-token": token,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });

  async function list(): Promise<User[]> {
    const response = await api.get("/auth/users", token);
    return getUsers.answer.parse(await response.json()).users;
  }

  return {
    list,
    async find(username) {
      const user = (await list()).find((one) => one.username === username);
      if (!user) throw new Error(`there is no ${username}`);
      return user;
    },
    create: (body = {}) => post("/auth/user", { ...NEW_USER, ...body }),
    change: (id, body = {}) =>
      post(`/auth/user/${id}`, { ...NEW_USER, password: undefined, ...body }),
    remove: (id) =>
      api.fetch(`/auth/user/${id}`, {
        method: "DELETE",
        headers: { "x-access-token": token },
      }),
  };
}

export async function openUserAdministration(dialect = TEST_DIALECT) {
  const api = await openTestApi(dialect);
  await seedOrganization(api.deps.store.db);
  const manager = await api.addUser({
    accessLevel: "account_manager",
    username: "boss",
  });
  const { token } = await api.deps.sessions.start(manager);
  return { api, manager, token, users: administerUsers(api, token) };
}

export async function refused(response: Response): Promise<[number, string]> {
  const { error } = (await response.json()) as { error: string };
  return [response.status, error];
}

/** Oldest first, without instants. */
export async function userEvents(api: TestApi) {
  const rows = await api.deps.store.db
    .selectFrom("audit_events")
    .where("action", "in", ["create_user", "change_user", "delete_user"])
    .selectAll()
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    action: row.action,
    user: row.user_id,
    username: row.username,
    target: row.target_user_id,
    targetUsername: row.target_username,
    address: row.address,
    details: JSON.parse(row.details) as Record<string, unknown>,
  }));
}
