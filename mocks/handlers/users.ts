import {
  createUser,
  deleteUser,
  getUsers,
  updateUser,
  type User,
  type UserBody,
} from "~/contract/users";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import type { MockAccount } from "../accounts.data";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { forbidden, notFound, Refusal } from "../refusal";

export function usersHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "users", getUsers, ({ viewer }) => {
      requireAdministrator(viewer);
      return {
        users: [...host.accounts.values()].map(asUser),
        lastUpdated: host.lastUpdated,
      };
    }),
    mockEndpoint(host, "users", createUser, ({ viewer, body }) => {
      requireAdministrator(viewer);
      if (!body.password) throw new Refusal(400, "Password is required");
      requireFreeName(host, body.username);
      const id = Math.max(0, ...host.accounts.keys()) + 1;
      const { password } = body;
      host.accounts.set(id, { ...accountOf(id, body), password });
      return { data: { id } };
    }),
    mockEndpoint(host, "users", updateUser, ({ viewer, params, body }) => {
      requireAdministrator(viewer);
      const held = host.accounts.get(params.id);
      if (!held) throw notFound();
      requireFreeName(host, body.username, params.id);
      const password = body.password ?? held.password;
      host.accounts.set(params.id, {
        ...accountOf(params.id, body),
        password,
      });
      return { data: { id: params.id } };
    }),
    mockEndpoint(host, "users", deleteUser, ({ viewer, params }) => {
      requireAdministrator(viewer);
      if (!host.accounts.delete(params.id)) throw notFound();
      host.sessions.endAllOf(params.id);
      return null;
    }),
  ];
}

function requireAdministrator(viewer: Viewer): void {
  if (rankOf(viewer.accessLevel) !== ADMINISTRATOR_RANK) throw forbidden();
}

function requireFreeName(host: MockHost, username: string, id?: number): void {
  const isTaken = [...host.accounts.values()].some(
    (one) => one.username === username.toLowerCase() && one.id !== id,
  );
  if (isTaken) throw new Refusal(409, "This username is taken.");
}

function accountOf(id: number, body: UserBody): MockAccount {
  const { division, region, facility, physician } = body;
  const ids = {
    physician: physician === undefined ? [] : [physician],
    facility: facility ?? [],
    region: region ?? [],
    division: division ?? [],
    company: [0],
    admin: [0],
    account_manager: [0],
  };
  return {
    id,
    username: body.username.toLowerCase(),
    firstname: body.firstname,
    lastname: body.lastname,
    accessLevel: body.access_level,
    ids: ids[body.access_level],
    isnpOnly: body.isnp_only,
  };
}

function asUser(account: MockAccount): User {
  return {
    id: account.id,
    username: account.username,
    firstname: account.firstname,
    lastname: account.lastname,
    access_level: account.accessLevel,
    access_level_id: account.ids.join(" "),
    isnp_only: account.isnpOnly,
  };
}
