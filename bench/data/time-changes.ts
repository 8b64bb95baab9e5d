import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { raiseVersion } from "~server/store/data-state";
import { changeFigures } from "~server/measures/change-figures";
import { readMetrics } from "~server/measures/metrics";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { timesOf, type Times } from "./time-calls";

const ONE_BY_ONE = 41;
/** One stay in 200 is half a percent of them. */
const ONE_IN = 200;

/** What changes of stays take, in milliseconds. */
export interface ChangeTimes {
  /** One stay changed, until the company's figures are read with it. */
  one: Times;
  /** Half a percent of all stays changed in one transaction. */
  many: { stays: number; ms: number };
}

/** Moves admissions by a day, and with them all figures. */
export async function timeChanges(
  { db }: Store,
  today: EpochDay,
): Promise<ChangeTimes> {
  const year = {
    facilityIds: "all" as const,
    isnp: false,
    from: today - 365,
    to: today,
  };
  const single: number[] = [];
  for (const stay of await someStays(db)) {
    const startedAt = performance.now();
    await moveAdmissions(db, [stay.patient_id], stay.id);
    await readMetrics(db, year);
    single.push(performance.now() - startedAt);
  }
  const { rows } = await sql<{ patient_id: number }>`
    select patient_id from stays where id % ${ONE_IN} = 1`.execute(db);
  const startedAt = performance.now();
  await moveAdmissions(
    db,
    rows.map(({ patient_id }) => patient_id),
    null,
  );
  const ms = performance.now() - startedAt;
  return { one: timesOf(single), many: { stays: rows.length, ms } };
}

/** Stays all over the company, the newest first. */
export async function someStays(
  db: Kysely<Schema>,
): Promise<{ id: number; patient_id: number }[]> {
  const { rows } = await sql<{ id: number; patient_id: number }>`
    select id, patient_id from stays where id % 997 = 0
    order by id desc limit ${ONE_BY_ONE}`.execute(db);
  return rows;
}

/** Moves the admission of one stay by a day, or those of half a percent of all stays. */
export async function moveAdmissions(
  db: Kysely<Schema>,
  patientIds: readonly number[],
  id: number | null,
): Promise<void> {
  const which = id === null ? sql`id % ${ONE_IN} = 1` : sql`id = ${id}`;
  await db.transaction().execute((trx) =>
    changeFigures(trx, patientIds, async () => {
      await raiseVersion(trx, "named");
      await sql`update stays set admitted_on = admitted_on - 1 where ${which}`.execute(
        trx,
      );
    }),
  );
}
