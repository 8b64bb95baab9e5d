import type { Insertable, Kysely } from "kysely";
import { releaseStays } from "~server/measures/merged-stays";
import { isIn } from "~server/measures/question";
import { WRITTEN_OF_TRANSFERS } from "~server/measures/transfers/review-of-transfer";
import { carryReviews, giveReviews } from "~server/reviews/follow-residents";
import type { Schema, StayTable, TransferTable } from "~server/store/schema";
import {
  storedName,
  type PlannedResident,
  type ResidentPlan,
} from "./plan-residents";
import { stayChanges, transferChanges } from "./resident-changes";
import { isOfCensus } from "./stored-rows";

function mergeChangesOf({
  residents,
  mergesBefore,
  ownerByCensus,
}: ResidentPlan) {
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
  const ownerOf = (patientId: number) => {
    const owner = ownerByCensus(patientId);
    return merges.get(owner) ?? owner;
  };
  return { made, ended, ownerOf };
}

/** Moves notes to their resident; stays and transfers are written per patient. */
async function writeMerges(
  db: Kysely<Schema>,
  { made, ended, ownerOf }: ReturnType<typeof mergeChangesOf>,
  now: Date,
): Promise<void> {
  const patientIds = new Set([...made, ...ended].flat());
  if (patientIds.size === 0) return;
  const endedIds = ended.map(([from]) => from);
  await db
    .deleteFrom("merges")
    .where(isIn("from_id", endedIds))
    .where("word_of", "=", "feed")
    .execute();
  for (const [from_id, into_id] of made) {
    const merged_at = now.toISOString();
    await db
      .insertInto("merges")
      .values({ from_id, into_id, merged_at, word_of: "feed" })
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

type ResidentChanges = Awaited<ReturnType<typeof changesOf>>;

export async function changesOf(db: Kysely<Schema>, plan: ResidentPlan) {
  const { residents } = plan;
  // A stay inside a joined one keeps its id (R244).
  const stays = stayChanges(
    residents,
    Math.min(await lowestId(db, "stays"), await lowestId(db, "joined_stays")),
  );
  const transfers = transferChanges(residents, await lowestTransferId(db));
  const patients = await changedPatients(db, residents);
  const patientIds = new Set([
    ...idsOf(patients),
    ...stays.patientIds,
    ...transfers.patientIds,
  ]);
  const merges = mergeChangesOf(plan);
  return { patients, stays, transfers, merges, patientIds };
}

async function lowestId(
  db: Kysely<Schema>,
  table: "stays" | "joined_stays" | "transfers",
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.min<number | null>("id").as("lowest"))
    .executeTakeFirst();
  return Number(row?.lowest ?? 0);
}

/** Reviews and notices refer to a transfer's id, so no other transfer may get it. */
async function lowestTransferId(db: Kysely<Schema>): Promise<number> {
  const ids = [await lowestId(db, "transfers")];
  for (const table of WRITTEN_OF_TRANSFERS) {
    const { lowest } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.min<number | null>("transfer_id").as("lowest"))
      .executeTakeFirstOrThrow();
    ids.push(Number(lowest));
  }
  return Math.min(...ids);
}

async function changedPatients(
  db: Kysely<Schema>,
  residents: readonly PlannedResident[],
) {
  const wanted = residents.flatMap(({ patientId, person }) =>
    patientId !== null && patientId < 0 ? [{ id: patientId, ...person }] : [],
  );
  const stored = await db
    .selectFrom("patients")
    .where(isIn("id", idsOf(wanted)))
    .select(["id", "mrn", "first_name", "last_name"])
    .execute();
  const known = new Set(stored.map((row) => JSON.stringify(row)));
  return wanted.filter((row) => !known.has(JSON.stringify(row)));
}

export async function writeChanges(
  db: Kysely<Schema>,
  changes: ResidentChanges,
  residents: readonly PlannedResident[],
  now: Date,
): Promise<void> {
  for (const { id, ...person } of changes.patients) {
    await db
      .insertInto("patients")
      .values({ id, ...person, frailty_score: null })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(person))
      .execute();
  }
  await addPhysicians(db, changes, residents);
  await writeMerges(db, changes.merges, now);
  await db
    .deleteFrom("transfers")
    .where(isIn("id", idsOf(changes.transfers.removed)))
    .execute();
  await db
    .deleteFrom("stays")
    .where(isIn("id", idsOf(changes.stays.removed)))
    .execute();
  const { written, removed } = changes.stays;
  await releaseStays(db, idsOf([...written, ...removed]));
  for (const row of written) await upsert(db, "stays", row);
  // Its stay is derived again, and may be gone.
  for (const { stay_id: _, ...row } of changes.transfers.written) {
    await upsert(db, "transfers", row);
  }
  await carryReviews(db, movedTransfers(changes.transfers, residents));
}

/** Patients of transfers from messages alone that changed patient or went. */
function movedTransfers(
  { written, removed }: ResidentChanges["transfers"],
  residents: readonly PlannedResident[],
): Map<number, number> {
  const claimed = new Map(
    residents.flatMap(({ patientId, transfers }) =>
      transfers.map(({ id }) => [id, patientId] as const),
    ),
  );
  return new Map(
    [...written, ...removed].flatMap((row) => {
      const patientId = claimed.get(row.id) ?? null;
      return isOfCensus(row) || patientId === null ? [] : [[row.id, patientId]];
    }),
  );
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

async function upsert(
  db: Kysely<Schema>,
  table: "stays" | "transfers",
  row: Insertable<StayTable> | Insertable<TransferTable>,
): Promise<void> {
  const { id, ...values } = row;
  await db
    .insertInto<"stays" | "transfers">(table)
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
    .execute();
}

async function addPhysicians(
  db: Kysely<Schema>,
  { stays }: ResidentChanges,
  residents: readonly PlannedResident[],
): Promise<void> {
  const npis = new Set(stays.written.flatMap(({ npi }) => npi ?? []));
  if (npis.size === 0) return;
  const names = new Map(
    residents
      .flatMap(({ identity }) => identity.messages)
      .map(({ facts }) => [Number(facts.visit.npi ?? 0), facts.physician]),
  );
  await db
    .insertInto("physicians")
    .values(
      [...npis].map((npi) => ({
        npi,
        first_name: storedName(names.get(npi)?.first ?? null),
        last_name: storedName(names.get(npi)?.last ?? null),
        credentials: null,
        primary_specialty: null,
        alternate_specialty: null,
        organization_legal_name: null,
      })),
    )
    .onConflict((conflict) => conflict.column("npi").doNothing())
    .execute();
}

/** Stores the owner of each number; deletes patients without any. */
export async function settleNumbers(
  db: Kysely<Schema>,
  { residents, goneIds }: ResidentPlan,
): Promise<void> {
  for (const { identity, patientId, contestedBy } of residents) {
    for (const number of identity.numbers) {
      // The number stays with a patient it may mean, so all candidates are read together.
      const holder = patientId ?? contestedBy?.(number) ?? null;
      if (number.patientId === holder) continue;
      await db
        .updateTable("feed_numbers")
        .set({ patient_id: holder })
        .where("id", "=", number.id)
        .execute();
    }
    if (patientId === null || identity.numbers.length === 0) continue;
    // Numbers identify residents from messages alone.
    const before = idsOf(identity.numbers)
      .map((id) => -id)
      .filter((id) => id !== patientId);
    await giveReviews(db, before, patientId);
  }
  await db.deleteFrom("patients").where(isIn("id", goneIds)).execute();
}
