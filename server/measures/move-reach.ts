import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { NEVER } from "./data-reach";
import { concernFacilities } from "./place-versions";
import { chunksOf, groupBy } from "./question";

/** A change of a facility's data cut-off; null for none (R249). */
export interface ReachMove {
  facilityId: number;
  from: EpochDay | null;
  to: EpochDay | null;
}

export async function moveReach(
  db: Kysely<Schema>,
  moves: readonly ReachMove[],
): Promise<void> {
  for (const { to, facilityIds } of movesTogether(moves)) {
    await db
      .updateTable("facilities")
      .set("data_through", to)
      .where("id", "in", facilityIds)
      .execute();
    await concernFacilities(db, facilityIds);
  }
}

/** Patients with a transfer between the old and new cut-off: it becomes a return or stops being one (R245). */
export async function patientsReached(
  db: Kysely<Schema>,
  moves: readonly ReachMove[],
): Promise<Set<number>> {
  const patientIds = new Set<number>();
  for (const { from, to, facilityIds } of movesTogether(moves)) {
    const rows = await db
      .selectFrom("transfers")
      .select("patient_id")
      .distinct()
      .where("facility_id", "in", facilityIds)
      .where("transferred_on", ">", Math.min(from ?? NEVER, to ?? NEVER))
      .where("transferred_on", "<=", Math.max(from ?? NEVER, to ?? NEVER))
      .execute();
    for (const { patient_id } of rows) patientIds.add(patient_id);
  }
  return patientIds;
}

/** The same moves, starting from the stored cut-offs. */
export async function movesFromNow(
  db: Kysely<Schema>,
  moves: readonly ReachMove[],
): Promise<ReachMove[]> {
  const rows = await db
    .selectFrom("facilities")
    .select(["id", "data_through"])
    .where(
      "id",
      "in",
      moves.map(({ facilityId }) => facilityId),
    )
    .execute();
  const reach = new Map(rows.map((row) => [row.id, row.data_through]));
  return moves.map((move) => ({
    ...move,
    from: reach.get(move.facilityId) ?? null,
  }));
}

/** Groups facilities with equal moves, in batches. Usually all move alike. */
function movesTogether(moves: readonly ReachMove[]) {
  const groups = groupBy(moves, ({ from, to }) => `${from} ${to}`);
  return [...groups.values()].flatMap((group) =>
    Array.from(chunksOf(group), (part) => ({
      from: part[0]?.from ?? null,
      to: part[0]?.to ?? null,
      facilityIds: part.map(({ facilityId }) => facilityId),
    })),
  );
}
