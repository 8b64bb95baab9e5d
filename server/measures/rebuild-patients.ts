import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { isStale, readDerivedRows } from "./derived-rows";
import { joinStays } from "./merged-stays";
import { rowUpdater } from "./row-writer";

/**
 * Derives the stored columns of the patients' stays and transfers and writes those that changed.
 *
 * @yields the number of patients of each chunk
 */
export async function* rebuildPatients(
  db: Kysely<Schema>,
  chunks: AsyncIterable<readonly number[]> | Iterable<readonly number[]>,
): AsyncGenerator<number> {
  const stayWriter = rowUpdater(db, "stays", [
    "days_end",
    "long_stay_from",
    "rth",
    "ed",
  ]);
  const transferWriter = rowUpdater(db, "transfers", [
    "stay_id",
    "trip_id",
    "trip_planned",
    "long_stay",
  ]);
  for await (const patientIds of chunks) {
    await joinStays(db, patientIds);
    const { stays, transfers } = await readDerivedRows(db, patientIds);
    await stayWriter.write(
      stays
        .filter(isStale)
        .map(({ derived: stay }) => [
          stay.id,
          stay.days_end,
          stay.long_stay_from,
          stay.rth,
          stay.ed,
        ]),
    );
    await transferWriter.write(
      transfers
        .filter(isStale)
        .map(({ derived: event }) => [
          event.id,
          event.stay_id,
          event.trip_id,
          event.trip_planned,
          event.long_stay,
        ]),
    );
    yield patientIds.length;
  }
  await stayWriter.flush();
  await transferWriter.flush();
}
