import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { concernFacilities } from "./place-versions";
import type { Schema } from "~server/store/schema";

/** A change of a facility's data cut-off; null for none (R249). */
export interface ReachMove {
  facilityId: number;
  from: EpochDay | null;
  to: EpochDay | null;
}

const FACILITIES_AT_ONCE = 1_000;

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
      .where(
        "transferred_on",
        ">",
        Math.min(from ?? BEFORE_ALL, to ?? BEFORE_ALL),
      )
      .where("transferred_on", "<=", Math.max(from ?? to ?? 0, to ?? from ?? 0))
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

/** Earlier than any day in a census. */
const BEFORE_ALL: EpochDay = -1_000_000;

/** Groups facilities with equal moves, in batches. Usually all move alike. */
function movesTogether(
  moves: readonly ReachMove[],
): (Pick<ReachMove, "from" | "to"> & { facilityIds: number[] })[] {
  const groups = new Map<string, ReachMove[]>();
  for (const move of moves) {
    const key = `${move.from} ${move.to}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  return [...groups.values()].flatMap((group) => {
    const parts: ReachMove[][] = [];
    for (let at = 0; at < group.length; at += FACILITIES_AT_ONCE) {
      parts.push(group.slice(at, at + FACILITIES_AT_ONCE));
    }
    return parts.map((part) => ({
      from: group[0]?.from ?? null,
      to: group[0]?.to ?? null,
      facilityIds: part.map(({ facilityId }) => facilityId),
    }));
  });
}
