import type { UserBody } from "~/contract/users";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  idsOfLevel,
  levelIdsProblem,
  isOfPlace,
  type PlaceLevel,
  unknownId,
} from "~/features/users/rules/access-levels";
import {
  cleanNames,
  NAME_FIELDS,
  nameProblem,
  type NameField,
} from "~/features/users/rules/name-rules";
import { passwordProblem } from "~/features/users/rules/password-rules";
import { easyPasswordProblem } from "~server/auth/easy-password";
import { refuseField } from "~server/refusal";
import type { Kysely, Selectable } from "kysely";
import type { Schema, UserTable } from "../store/schema";
import type { AuditDetails } from "~/features/audit/rules/actions";

export interface WantedUser extends Record<NameField, string> {
  accessLevel: AccessLevel;
  ids: number[];
  isnpOnly: boolean;
}

/** Throws 400 for what is wrong whatever is stored. */
export function readWantedUser(body: UserBody): WantedUser {
  for (const field of NAME_FIELDS) {
    refuseField(field, nameProblem(field, body[field]));
  }
  const ids = idsOfLevel(body.access_level, body);
  refuseField(body.access_level, levelIdsProblem(body.access_level, ids));
  return {
    ...cleanNames(body),
    accessLevel: body.access_level,
    ids,
    isnpOnly: body.isnp_only,
  };
}

export function requireFitPassword(
  password: string,
  username: string,
  { allowsDemoPassword }: { allowsDemoPassword: boolean },
): void {
  refuseField(
    "password",
    passwordProblem(password, { allowsDemo: allowsDemoPassword }) ??
      easyPasswordProblem(password, username),
  );
}

type Db = Kysely<Schema>;

/** Throws 400 for the first id that does not exist. */
export async function requireKnownIds(
  db: Db,
  level: AccessLevel,
  ids: readonly number[],
): Promise<void> {
  if (!isOfPlace(level) || ids.length === 0) return;
  const known = new Set(await knownAmong(db, level, ids));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) {
    refuseField(level, unknownId(level, unknown));
  }
}

export const TABLES_OF_LEVELS = {
  division: "divisions",
  region: "regions",
  facility: "facilities",
  physician: "physicians",
} as const satisfies Record<PlaceLevel, keyof Schema>;

/** The ids that exist; all of them for a level without places. */
export async function knownAmong(
  db: Db,
  level: AccessLevel,
  ids: readonly number[],
): Promise<number[]> {
  if (!isOfPlace(level) || ids.length === 0) return [...ids];
  if (level === "physician") {
    const rows = await db
      .selectFrom("physicians")
      .where("npi", "in", ids)
      .select("npi")
      .execute();
    return rows.map(({ npi }) => npi);
  }
  const rows = await db
    .selectFrom(TABLES_OF_LEVELS[level])
    .where("id", "in", ids)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

type StoredUser = Selectable<UserTable>;

/** Recorded with both values. */
const VALUES_RECORDED = [
  "username",
  "access_level",
  "access_level_id",
  "isnp_only",
] as const;

/** Recorded as 'changed' only. */
const CHANGED_ONLY = [
  { column: "firstname", field: "firstname" },
  { column: "lastname", field: "lastname" },
  { column: "password_hash", field: "password" },
] as const;

type Rights = Pick<
  StoredUser,
  "access_level" | "access_level_id" | "isnp_only"
>;

export function auditedRights(given: Rights): AuditDetails {
  return {
    access_level: given.access_level,
    access_level_id: given.access_level_id,
    isnp_only: given.isnp_only !== 0,
  };
}

export function auditedChange(
  before: StoredUser,
  set: Partial<StoredUser>,
): AuditDetails {
  const isChanged = (field: keyof StoredUser) =>
    set[field] !== undefined && set[field] !== before[field];
  const values = VALUES_RECORDED.filter(isChanged).map((field) => [
    field,
    `${shownValue(before[field])} → ${shownValue(set[field])}`,
  ]);
  const others = CHANGED_ONLY.filter(({ column }) => isChanged(column)).map(
    ({ field }) => [field, "changed"],
  );
  return Object.fromEntries([...values, ...others]) as AuditDetails;
}

export function shownValue(value: string | 0 | 1 | undefined): string {
  return typeof value === "number" ? String(value !== 0) : (value ?? "");
}
