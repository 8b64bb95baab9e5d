import type { Kysely } from "kysely";
import { isIn } from "~server/measures/question";
import type { Schema } from "~server/store/schema";
import type { ResidentPlan } from "./plan-residents";

/** What becomes of the merges that messages have made. */
export interface MergeChanges {
  made: { from: number; into: number }[];
  ended: number[];
  /** The patients among whom notes may change hands. */
  patientIds: Set<number>;
  /** Whose the rows are that the census gives to a patient. */
  ownerOf(patientId: number): number;
}

export function mergeChangesOf({
  residents,
  mergesBefore,
  ownerByCensus,
}: ResidentPlan): MergeChanges {
  const merges = new Map(
    residents.flatMap(({ patientId, mergedIds }) =>
      mergedIds.map((from) => [from, patientId ?? from] as const),
    ),
  );
  const made = [...merges].filter(
    ([from, into]) => mergesBefore.get(from) !== into,
  );
  const ended = [...mergesBefore].filter(
    ([from, into]) => merges.get(from) !== into,
  );
  return {
    made: made.map(([from, into]) => ({ from, into })),
    ended: ended.map(([from]) => from),
    patientIds: new Set([...made, ...ended].flat()),
    ownerOf(patientId) {
      const owner = ownerByCensus(patientId);
      return merges.get(owner) ?? owner;
    },
  };
}

/** Stores the merges, and gives each note to whose it is now; stays and transfers are written with their patient. */
export async function writeMerges(
  db: Kysely<Schema>,
  { made, ended, patientIds, ownerOf }: MergeChanges,
  now: Date,
): Promise<void> {
  if (patientIds.size === 0) return;
  await db
    .deleteFrom("merges")
    .where(isIn("from_id", ended))
    .where("word_of", "=", "feed")
    .execute();
  for (const { from, into } of made) {
    await db
      .insertInto("merges")
      .values({
        from_id: from,
        into_id: into,
        merged_at: now.toISOString(),
        word_of: "feed",
      })
      .onConflict((conflict) => conflict.column("from_id").doNothing())
      .execute();
  }
  const held = await db
    .selectFrom("notes")
    .where(isIn("patient_id", [...patientIds]))
    .select(["patient_id", "recorded_patient_id"])
    .distinct()
    .execute();
  for (const { patient_id, recorded_patient_id } of held) {
    const recorded = recorded_patient_id ?? patient_id;
    const owner = ownerOf(recorded);
    if (owner === patient_id) continue;
    await db
      .updateTable("notes")
      .set({
        patient_id: owner,
        recorded_patient_id: recorded === owner ? null : recorded,
      })
      .where("patient_id", "=", patient_id)
      .where("recorded_patient_id", "is not distinct from", recorded_patient_id)
      .execute();
  }
}
