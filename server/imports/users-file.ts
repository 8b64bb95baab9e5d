import { createHash } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import { COMPANY_ID } from "~/domain/places/hierarchy";
import { folded } from "~/features/search/rules/folded";
import {
  ASSIGNABLE_LEVELS,
  isOfPlace,
  levelIdsProblem,
  LONGEST_ID_LIST,
  parseLevelIds,
  type PlaceLevel,
} from "~/features/users/rules/access-levels";
import { initialUntil } from "~/features/users/rules/password-rules";
import {
  cleanName,
  LONGEST_NAME,
  NAME_FIELDS,
  type NameField,
  usernameKey,
} from "~/features/users/rules/name-rules";
import {
  MOST_USERS_OF_FILE,
  USERS_FILE_COLUMNS as COLUMNS,
  usersFileWords as words,
} from "~/features/users/rules/users-file";
import { easyPasswordProblem } from "~server/auth/easy-password";
import { hashPassword, PASSWORDS_AT_ONCE } from "~server/auth/password";
import { newLongCode } from "~server/auth/second-factor/factor-rows";
import { chunksOf } from "~server/measures/question";
import { Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema, UserTable } from "~server/store/schema";
import type { Actor } from "~server/users/actor";
import {
  changesOf,
  withFreeUsername,
  insertUser,
} from "~server/users/update-user";
import {
  knownAmong,
  TABLES_OF_LEVELS,
  type WantedUser,
} from "~server/users/wanted-user";
import { requireActingManager } from "~server/users/locked-users";
import * as cells from "./cells";
import { onceOnly, type Problem } from "./problem-log";
import { nameMessage } from "./read-accounts";
import {
  column,
  readTable,
  type ReadRow,
  type TableFormat,
} from "./read-table";

/** The portal writes them capitalised. */
const anyCase =
  (values: readonly string[]): cells.Cell =>
  (text) =>
    cells.oneOf(values)(text.toLowerCase());

/** Spellings of census files and the portal. */
const TRUE = ["true", "yes"];
const FALSE = ["false", "no"];

const FORMAT: TableFormat = {
  file: "users",
  columns: [
    ...NAME_FIELDS.map((field) =>
      column(COLUMNS[field], cells.text(LONGEST_NAME)),
    ),
    column(COLUMNS.level, anyCase(ASSIGNABLE_LEVELS)),
    column(COLUMNS.location, cells.optional(cells.text(LONGEST_ID_LIST))),
    {
      ...column(COLUMNS.isnpOnly, cells.optional(anyCase([...TRUE, ...FALSE]))),
      mayBeMissing: true,
    },
  ],
  checkRow: (values) =>
    NAME_FIELDS.flatMap((field) => {
      const message = nameMessage(field, values[field]);
      return message === null ? [] : [{ column: field, message }];
    }),
};

type Found = Pick<Problem, "line" | "column" | "message">;

export interface FileUser extends Omit<WantedUser, "accessLevel"> {
  line: number;
  accessLevel: AccessLevel | null;
  problems: Found[];
  /** Columns that differ from the stored user; null for a new one. */
  differs: string[] | null;
}

/** Previews each row of a file; stores nothing. */
export async function readUsersFile(db: Kysely<Schema>, content: Buffer) {
  const { rows, found } = await readRows(content);
  const levels = new Set(rows.map(levelOf));
  const places = new Map<AccessLevel, Place[]>();
  for (const level of ASSIGNABLE_LEVELS) {
    if (!levels.has(level) || !isOfPlace(level)) continue;
    const texts = rows.filter((row) => levelOf(row) === level).map(locationOf);
    places.set(level, await placesOf(db, level, texts));
  }
  const stored = await storedAmong(
    db,
    rows.map((row) => usernameKey(textOf(row, "username"))),
  );
  const users = rows.map((row): FileUser => {
    const { line } = row;
    const accessLevel = levelOf(row);
    const located = locate(
      accessLevel,
      locationOf(row),
      (accessLevel && places.get(accessLevel)) ?? [],
    );
    const problems = found.filter((one) => one.line === line);
    const message = located.message;
    const user = {
      line,
      username: textOf(row, "username"),
      firstname: textOf(row, "firstname"),
      lastname: textOf(row, "lastname"),
      accessLevel,
      ids: located.ids,
      isnpOnly: TRUE.includes(String(row.values[COLUMNS.isnpOnly])),
    };
    const known = stored.get(usernameKey(user.username));
    return {
      ...user,
      problems:
        message === null || row.values[COLUMNS.level] === null
          ? problems
          : [...problems, { line, column: COLUMNS.location, message }],
      differs:
        known && accessLevel
          ? differencesOf({ ...user, accessLevel }, known)
          : null,
    };
  });
  const lines = new Set(rows.map(({ line }) => line));
  return {
    problems: found.filter(({ line }) => !lines.has(line)),
    users,
    /** Changes with the users to create. */
    plan: createHash("sha256")
      .update(JSON.stringify(newAmong(users)))
      .digest("hex"),
  };
}

async function readRows(content: Buffer) {
  let found: Found[] = [];
  const problems = {
    count: 0,
    add({ line, column, message, example = message }: Problem) {
      problems.count += 1;
      found.push({ line, column, message: example });
    },
  };
  const tell = (line: number, column: string, message: string) =>
    problems.add({ file: FORMAT.file, line, column, message });
  const rows: ReadRow[] = [];
  const { file } = FORMAT;
  const tellAgain = onceOnly(problems, { file, column: COLUMNS.username });
  const take = (row: ReadRow) => {
    rows.push(row);
    tellAgain(usernameKey(textOf(row, "username")) || null, row.line);
  };
  const isRead = await readTable(content, FORMAT, problems, take);
  const past = rows[MOST_USERS_OF_FILE];
  if (past) {
    found = found.filter(({ line }) => line < past.line);
    rows.length = MOST_USERS_OF_FILE;
    tell(past.line, "file", words.tooMany);
  } else if (isRead && rows.length === 0) {
    tell(1, "file", words.noUsers);
  }
  return { rows, found };
}

function textOf({ values }: ReadRow, field: NameField): string {
  return cleanName(String(values[COLUMNS[field]] ?? ""));
}

function levelOf({ values }: ReadRow): AccessLevel | null {
  const level = values[COLUMNS.level];
  return ASSIGNABLE_LEVELS.find((one) => one === level) ?? null;
}

/** Blanks may separate numbers, as in a census. */
function locationOf({ values }: ReadRow): string[] {
  return String(values[COLUMNS.location] ?? "")
    .split(";")
    .flatMap((part) => (/^[\d\s]+$/.test(part) ? part.split(/\s+/) : [part]))
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

interface Place {
  id: number;
  name: string;
}

async function placesOf(
  db: Kysely<Schema>,
  level: PlaceLevel,
  texts: readonly string[][],
): Promise<Place[]> {
  if (level === "physician") {
    const npis = parseLevelIds(texts.flat().join(" "));
    const known = await knownAmong(db, level, npis);
    return known.map((id) => ({ id, name: "" }));
  }
  const rows = await db
    .selectFrom(TABLES_OF_LEVELS[level])
    .select(["id", "name"])
    .execute();
  return rows.map(({ id, name }) => ({ id, name: folded(name) }));
}

function locate(
  level: AccessLevel | null,
  texts: readonly string[],
  places: readonly Place[],
): { ids: number[]; message: string | null } {
  const wrong = (message: string) => ({ ids: [], message });
  if (level === null) return { ids: [], message: null };
  if (!isOfPlace(level)) {
    return texts.every((text) => text === "0")
      ? { ids: [COMPANY_ID], message: null }
      : wrong(`must be blank for the access level ${level}`);
  }
  if (level === "physician" && texts.length > 1) {
    return wrong("must be one NPI for the access level physician");
  }
  const ids = new Set<number>();
  for (const text of texts) {
    const isNumber = /^\d{1,15}$/.test(text);
    const matches = places.filter(({ id, name }) =>
      isNumber ? id === Number(text) : name === folded(text),
    );
    const [match, other] = matches;
    const shown = text.slice(0, LONGEST_NAME);
    if (!match) return wrong(`there is no ${level} ${shown}`);
    if (other) {
      return wrong(`several have the name ${shown}; write the number`);
    }
    ids.add(match.id);
  }
  const problem = levelIdsProblem(level, [...ids]);
  return problem === null
    ? { ids: [...ids], message: null }
    : wrong(texts.length === 0 ? "must not be blank" : problem);
}

type StoredUser = Selectable<UserTable>;

async function storedAmong(
  db: Kysely<Schema>,
  keys: readonly string[],
): Promise<Map<string, StoredUser>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .where("username_key", "in", keys)
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.username_key, row]));
}

/** Leaves out how the username is spelt, and the location of another level. */
function differencesOf(user: WantedUser, stored: StoredUser): string[] {
  const { username: _, ...changes } = changesOf(stored, user);
  return Object.values(COLUMNS).filter((name) =>
    name === COLUMNS.location
      ? "access_level_id" in changes && !(COLUMNS.level in changes)
      : name in changes,
  );
}

/** Nobody if any row is wrong. */
function newAmong(users: readonly FileUser[]): WantedUser[] {
  if (users.some(({ problems }) => problems.length > 0)) return [];
  return users.flatMap(({ differs, accessLevel, ...user }) => {
    const { username, firstname, lastname, ids, isnpOnly } = user;
    return differs === null && accessLevel !== null
      ? [{ username, firstname, lastname, accessLevel, ids, isnpOnly }]
      : [];
  });
}

/** Creates all users or none and returns first passwords. Throws 409 if they differ from the plan. */
export async function createUsersOfFile(
  { db }: Store,
  { content, plan }: { content: Buffer; plan: string },
  actor: Actor,
  signal: AbortSignal,
) {
  const file = await readUsersFile(db, content);
  const wanted = newAmong(file.users);
  const isWhole = file.problems.length === 0 && wanted.length > 0;
  if (!isWhole || file.plan !== plan) throw new Refusal(409, words.changed);
  const users = await withPasswords(wanted, actor, signal);
  const { user, at, origin } = actor;
  const by = { user, at, ...origin };
  await withFreeUsername(() =>
    db.transaction().execute(async (trx) => {
      await requireActingManager(trx, actor);
      for (const { hash, ...one } of users) {
        await insertUser(trx, one, hash, by, initialUntil(at));
      }
    }),
  );
  return users.map(({ username, firstname, lastname, password }) => {
    return { username, firstname, lastname, password };
  });
}

/** Stops when the caller is gone: nobody could read the passwords. */
async function withPasswords(
  users: readonly WantedUser[],
  { user: { username } }: Actor,
  signal: AbortSignal,
) {
  const asker = { userKey: usernameKey(username), address: null };
  const made: (WantedUser & { password: string; hash: string })[] = [];
  for (const some of chunksOf(users, PASSWORDS_AT_ONCE)) {
    const hashed = some.map(async (user) => {
      const password = newPassword(user.username);
      return { ...user, password, hash: await hashPassword(password, asker) };
    });
    made.push(...(await Promise.all(hashed)));
    if (signal.aborted) throw new Refusal(503, words.busy);
  }
  return made;
}

function newPassword(username: string): string {
  const password = newLongCode();
  return easyPasswordProblem(password, username) === null
    ? password
    : newPassword(username);
}
