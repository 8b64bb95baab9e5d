import type { Kysely } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import { isOfPlace, unknownId } from "~/features/users/rules/level-ids";
import { refuseField } from "~server/refusal";
import type { Schema } from "~server/store/schema";

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
  const tables = {
    division: "divisions",
    region: "regions",
    facility: "facilities",
  } as const;
  const rows = await db
    .selectFrom(tables[level])
    .where("id", "in", ids)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}
