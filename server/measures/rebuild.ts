import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { rebuildFacilities } from "./rebuild-facilities";
import { rebuildPatients } from "./rebuild-patients";

const PATIENTS_AT_ONCE = 1000;

/** Progress of a rebuild: patients and facilities done, of how many. */
type RebuildProgress = (done: number, total: number) => void;

/**
 * Computes everything that is derived from stays and transfers: what is stored with them, and the cumulative rows of
 * their facilities (R72, R79). Call it in the transaction that changed them.
 *
 * Given patients, it rebuilds them and the facilities where they have stays; `touchedFacilities` names facilities
 * where they no longer have any. Memory is bounded by a thousand patients or one facility.
 *
 * @param today the day in New York; cumulative rows reach at least to it
 */
export async function rebuildFigures(
  db: Kysely<Schema>,
  which: "all" | { patientIds: Iterable<number> },
  today: EpochDay,
  onProgress?: RebuildProgress,
  touchedFacilities: Iterable<number> = [],
): Promise<void> {
  const facilities = new Set(touchedFacilities);
  let patientCount: number;
  let chunks: AsyncIterable<number[]>;
  if (which === "all") {
    patientCount = await countPatients(db);
    chunks = allPatients(db);
    for (const id of await allFacilities(db)) facilities.add(id);
  } else {
    const ids = [...new Set(which.patientIds)];
    patientCount = ids.length;
    chunks = chunksOf(ids);
  }

  let done = 0;
  const advance = (by: number) => {
    done += by;
    onProgress?.(done, patientCount + facilities.size);
  };
  for await (const chunk of rebuildPatients(db, chunks)) {
    for (const id of chunk.facilities) facilities.add(id);
    advance(chunk.patients);
  }
  for await (const count of rebuildFacilities(db, facilities, today)) {
    advance(count);
  }
}

async function countPatients(db: Kysely<Schema>): Promise<number> {
  const { count } = await db
    .selectFrom("patients")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

async function allFacilities(db: Kysely<Schema>): Promise<number[]> {
  const rows = await db.selectFrom("facilities").select("id").execute();
  return rows.map((row) => row.id);
}

async function* chunksOf(ids: readonly number[]): AsyncGenerator<number[]> {
  for (let from = 0; from < ids.length; from += PATIENTS_AT_ONCE) {
    yield ids.slice(from, from + PATIENTS_AT_ONCE);
  }
}

async function* allPatients(db: Kysely<Schema>): AsyncGenerator<number[]> {
  let last = -1;
  for (;;) {
    const rows = await db
      .selectFrom("patients")
      .select("id")
      .where("id", ">", last)
      .orderBy("id")
      .limit(PATIENTS_AT_ONCE)
      .execute();
    const ids = rows.map((row) => row.id);
    if (ids.length === 0) return;
    yield ids;
    last = ids.at(-1) ?? last;
  }
}
