import type { Kysely } from "kysely";
import { ConcernedPlaces } from "~server/measures/place-versions";
import { chunksOf, isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import type { CensusTable } from "./census-tables";
import { removedKeys, writtenKeys, type PartColumn } from "./plan-changes";
import type { Staging } from "./staging";

interface StagedNotes {
  staging: Staging;
  tables: readonly CensusTable[];
  /** By which column notes are chosen. */
  column: PartColumn;
}

/**
 * Makes a change of notes, and gives the census of the facilities that they concern the version of the data: those that keep
 * them, and those where their residents are in house (R297). Figures are not made of notes. What changes of stays names its
 * places itself.
 *
 * @param write makes the change
 */
export async function concernNotes(
  db: Kysely<Schema>,
  { staging, tables, column }: StagedNotes,
  write: () => Promise<void>,
): Promise<void> {
  const notes = tables.find(({ name }) => name === "notes");
  if (!notes) return write();
  const ids = [
    ...writtenKeys(staging, notes, column),
    ...removedKeys(staging, notes, column),
  ];
  const concerned = new ConcernedPlaces();
  // A note may be another resident's afterwards, or gone.
  await addFacilities(db, ids, concerned);
  await write();
  await addFacilities(db, ids, concerned);
  await concerned.store(db);
}

async function addFacilities(
  db: Kysely<Schema>,
  noteIds: readonly number[],
  concerned: ConcernedPlaces,
): Promise<void> {
  for (const some of chunksOf(noteIds)) {
    const rows = await db
      .selectFrom("notes")
      .leftJoin("stays", (join) =>
        join
          .onRef("stays.patient_id", "=", "notes.patient_id")
          .on("stays.discharged_on", "is", null),
      )
      .where(isIn("notes.id", some))
      .select(["notes.facility_id as kept_at", "stays.facility_id as lives_at"])
      .distinct()
      .execute();
    for (const { kept_at, lives_at } of rows) {
      concerned.addCensus(kept_at);
      if (lives_at !== null) concerned.addCensus(lives_at);
    }
  }
}
