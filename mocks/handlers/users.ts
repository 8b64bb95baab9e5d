import {
  createUser,
  deleteUser,
  getUsers,
  updateUser,
  type User,
  type UserBody,
} from "~/contract/users";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf, type AccessLevel } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import {
  deletionRefusal,
  levelRefusal,
  type AdministeredUser,
} from "~/domain/users/change-refusal";
import {
  areSameIds,
  idsOfLevel,
  isOfPlace,
  levelIdsProblem,
  unknownId,
  writeLevelIds,
} from "~/domain/users/level-ids";
import { cleanName, nameProblem } from "~/domain/users/name-rules";
import { passwordProblem } from "~/domain/users/password-rules";
import { userWords } from "~/domain/users/user-words";
import { usernameKey } from "~/domain/users/username-key";
import type { MockAccount } from "../accounts.data";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import type { MockSession } from "../mock-sessions";
import {
  DIVISIONS,
  FACILITIES,
  PHYSICIANS,
  REGIONS,
} from "../organization.data";
import { forbidden, notFound, Refusal } from "../refusal";

/** The users with the rules of the data server: what they forbid is 400, a taken username or a stale edit 409. */
export function usersHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "users", getUsers, ({ viewer }) => {
      requireAdministrator(viewer);
      const accounts = [...host.accounts.values()];
      const npis = accounts
        .filter(({ accessLevel }) => accessLevel === "physician")
        .flatMap(({ ids }) => ids);
      return {
        users: accounts.map(asUser),
        physicians: PHYSICIANS.filter(({ npi }) => npis.includes(npi)).map(
          ({ npi, firstName, lastName }) => ({
            npi,
            first_name: firstName,
            last_name: lastName,
          }),
        ),
        lastUpdated: host.lastUpdated,
      };
    }),
    mockEndpoint(host, "users", createUser, ({ viewer, body }) => {
      requireAdministrator(viewer);
      refuse(passwordProblem(body.password ?? "", { allowsDemo: true }));
      const wanted = readWanted(body);
      refuse(levelRefusal(wanted.accessLevel, null));
      requireKnownIds(wanted.accessLevel, wanted.ids, []);
      requireFreeName(host, wanted.username);
      const id = host.nextAccountId++;
      const { password = "" } = body;
      host.accounts.set(id, { ...wanted, id, version: 1, password });
      return { data: { id } };
    }),
    mockEndpoint(
      host,
      "users",
      updateUser,
      ({ viewer, session, params, body }) => {
        requireAdministrator(viewer);
        if (body.password !== undefined) {
          refuse(passwordProblem(body.password, { allowsDemo: true }));
        }
        const wanted = readWanted(body);
        const held = host.accounts.get(params.id);
        if (!held) throw notFound();
        if (body.version !== undefined && body.version !== held.version) {
          throw new Refusal(409, userWords.staleEdit);
        }
        const administered = administeredUser(host, held, session);
        refuse(levelRefusal(wanted.accessLevel, administered));
        const isSameLevel = held.accessLevel === wanted.accessLevel;
        requireKnownIds(
          wanted.accessLevel,
          wanted.ids,
          isSameLevel ? held.ids : [],
        );
        requireFreeName(host, wanted.username, params.id);
        change(host, held, { ...wanted, password: body.password }, session);
        return { data: { id: params.id } };
      },
    ),
    mockEndpoint(host, "users", deleteUser, ({ viewer, session, params }) => {
      requireAdministrator(viewer);
      const held = host.accounts.get(params.id);
      if (!held) throw notFound();
      refuse(deletionRefusal(administeredUser(host, held, session)));
      host.accounts.delete(params.id);
      host.sessions.endAllOf(params.id);
      return null;
    }),
  ];
}

type Wanted = Omit<MockAccount, "id" | "version">;
type HeldAccount = MockAccount & { password: string };

export function requireAdministrator(viewer: Viewer): void {
  if (rankOf(viewer.accessLevel) !== ADMINISTRATOR_RANK) throw forbidden();
}

function refuse(reason: string | null): void {
  if (reason !== null) throw new Refusal(400, reason);
}

function readWanted(body: UserBody): Wanted {
  for (const field of ["username", "firstname", "lastname"] as const) {
    refuse(nameProblem(field, body[field]));
  }
  const ids = idsOfLevel(body.access_level, body);
  refuse(levelIdsProblem(body.access_level, ids));
  return {
    username: cleanName(body.username),
    firstname: cleanName(body.firstname),
    lastname: cleanName(body.lastname),
    accessLevel: body.access_level,
    ids,
    isnpOnly: body.isnp_only,
  };
}

function requireKnownIds(
  level: AccessLevel,
  ids: readonly number[],
  held: readonly number[],
): void {
  if (!isOfPlace(level)) return;
  const known = {
    division: DIVISIONS.map(({ id }): number => id),
    region: REGIONS.map(({ id }): number => id),
    facility: FACILITIES.map(({ id }) => id),
    physician: PHYSICIANS.map(({ npi }) => npi),
  }[level];
  const unknown = ids.find((id) => !known.includes(id) && !held.includes(id));
  if (unknown !== undefined) {
    throw new Refusal(400, unknownId(level, unknown));
  }
}

function requireFreeName(host: MockHost, username: string, id?: number): void {
  const isTaken = [...host.accounts.values()].some(
    (one) =>
      usernameKey(one.username) === usernameKey(username) && one.id !== id,
  );
  if (isTaken) throw new Refusal(409, userWords.usernameTaken);
}

function administeredUser(
  host: MockHost,
  { id, accessLevel }: MockAccount,
  session: MockSession,
): AdministeredUser {
  const otherManagers = [...host.accounts.values()].filter(
    (one) => one.accessLevel === "account_manager" && one.id !== id,
  ).length;
  return { id, accessLevel, actorId: session.account.id, otherManagers };
}

/** Changes the account that sessions hold, so that they see it at once. */
function change(
  host: MockHost,
  held: HeldAccount,
  { password, ...wanted }: Wanted & { password: string | undefined },
  session: MockSession,
): void {
  const keepsIds = areSameIds(held.ids, wanted.ids);
  const hasNewRights =
    held.accessLevel !== wanted.accessLevel ||
    !keepsIds ||
    held.isnpOnly !== wanted.isnpOnly ||
    password !== undefined;
  const isSame =
    !hasNewRights &&
    held.username === wanted.username &&
    held.firstname === wanted.firstname &&
    held.lastname === wanted.lastname;
  if (isSame) return;
  Object.assign(held, {
    ...wanted,
    ids: keepsIds ? held.ids : wanted.ids,
    password: password ?? held.password,
    version: held.version + 1,
  });
  if (hasNewRights) host.sessions.endAllOf(held.id, session);
}

function asUser(account: MockAccount): User {
  return {
    id: account.id,
    username: account.username,
    firstname: account.firstname,
    lastname: account.lastname,
    access_level: account.accessLevel,
    access_level_id: writeLevelIds(account.ids),
    isnp_only: account.isnpOnly,
    version: account.version,
  };
}
