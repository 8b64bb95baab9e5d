import { sql, type Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { chunksOf, isIn, type Question } from "../question";
import type { SignalCells } from "./signal-cells";

/** Increment it when the program judges charts differently. */
export const SIGNALS_EDITION = 1;

/** Two Mondays, and today. */
const DAYS_KEPT = 8;

type Asked = Pick<Question, "isnp" | "to">;
type KeyOf = (id: number) => string;

/** Stored verdicts of facilities that are up to date. */
export async function readJudged(
  db: Kysely<Schema>,
  { isnp, to }: Asked,
  ids: readonly number[],
  keyOf: KeyOf,
): Promise<Map<number, SignalCells>> {
  const rows = await db
    .selectFrom("judged_signals")
    .where(isIn("facility_id", ids))
    .where("isnp", "=", isnp ? 1 : 0)
    .where("day", "=", to)
    .select(["facility_id", "asked", "cells"])
    .execute();
  return new Map(
    rows.flatMap(({ facility_id: id, asked, cells }) =>
      asked === keyOf(id) ? [[id, JSON.parse(cells) as SignalCells]] : [],
    ),
  );
}

/** Also deletes verdicts of these facilities through days of the past. */
export async function storeJudged(
  db: Kysely<Schema>,
  { isnp, to }: Asked,
  judged: ReadonlyMap<number, SignalCells>,
  keyOf: KeyOf,
): Promise<void> {
  const rows = Array.from(judged, ([id, cells]) => ({
    ...{ facility_id: id, isnp: isnp ? (1 as const) : (0 as const), day: to },
    ...{ asked: keyOf(id), cells: JSON.stringify(cells) },
  }));
  for (const some of chunksOf(rows)) {
    await db
      .insertInto("judged_signals")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["facility_id", "isnp", "day"]).doUpdateSet({
          asked: sql.ref("excluded.asked"),
          cells: sql.ref("excluded.cells"),
        }),
      )
      .execute();
  }
  await db
    .deleteFrom("judged_signals")
    .where(isIn("facility_id", [...judged.keys()]))
    .where("day", "<", to - DAYS_KEPT)
    .execute();
}
