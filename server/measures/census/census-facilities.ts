import { sql, type Kysely } from "kysely";
import { outSince } from "~/features/today/rules/at-hospital";
import { todayLimits } from "~/features/today/rules/attention-rules.data";
import type { Schema, StayTable } from "~server/store/schema";
import { countWhere, groupBy, isIn, STAYS } from "../question";
import { readStaysThere } from "../stays-there";
import { readTrips } from "../trips";
import {
  IS_IN_DOUBT,
  isJudgedTransfer,
  judgedStays,
  STAY_KINDS,
  TRANSFER_KINDS,
  TRANSFERS_WITH_STAYS,
  type CensusQuestion,
  type StayKind,
  type TransferKind,
} from "./judged-stays";

interface StayCounts extends Record<StayKind, number> {
  /** Stays of the last year. */
  stays: number;
  /** Stays in doubt; of a facility also transfers outside any stay (R298). */
  stays_in_doubt: number;
}

/** Everything that changes only with the data version. */
export interface CensusRow extends StayCounts, Record<TransferKind, number> {
  facility_id: number;
  facility_name: string;
  /** In house at the data cut-off, without those out at hospital (R296); null if unknown. */
  residents: number | null;
  beds: number | null;
}

const NO_STAYS = {
  hospital_without_transfer: 0,
  overlapping_stays: 0,
  shared_mrn: 0,
  no_physician: 0,
  stays: 0,
  stays_in_doubt: 0,
  residents: 0,
};

export async function readCensusRows(
  db: Kysely<Schema>,
  question: CensusQuestion,
): Promise<CensusRow[]> {
  const [facilities, stays, transfers, bedsKept] = await Promise.all([
    db
      .selectFrom("facilities")
      .where(isIn("id", question.facilityIds))
      .select(["id", "name", "data_through", "beds"])
      .execute(),
    readStayCounts(db, question),
    readTransferCounts(db, question),
    readBedsKept(db, question),
  ]);
  return facilities.map(({ id, name, data_through, beds }) => {
    const { residents, ...counts } = stays.get(id) ?? NO_STAYS;
    const countOf = (kind: TransferKind) =>
      transfers.get(id)?.find((row) => row.kind === kind)?.transfers ?? 0;
    const transfer_outside_stay = countOf("transfer_outside_stay");
    return {
      ...counts,
      transfer_outside_stay,
      assumed_outcome: countOf("assumed_outcome"),
      stays_in_doubt: counts.stays_in_doubt + transfer_outside_stay,
      // Nothing counts without a data cut-off, so the residents are unknown (R296).
      residents:
        data_through === null ? null : residents - (bedsKept.get(id) ?? 0),
      facility_id: id,
      facility_name: name,
      beds,
    };
  });
}

async function readStayCounts(
  db: Kysely<Schema>,
  question: CensusQuestion,
): Promise<Map<number, typeof NO_STAYS>> {
  const kinds = STAY_KINDS.map(
    (kind) => sql`sum(${sql.ref(kind)}) as ${sql.ref(kind)}`,
  );
  const isInHouse = sql`discharged_on is null or discharged_on > data_through`;
  const { rows } = await sql<typeof NO_STAYS & { facility_id: number }>`
    with ${judgedStays(question)}
    select facility_id, count(*) as stays, ${countWhere(sql`${isInHouse}`)} as residents,
      ${countWhere(IS_IN_DOUBT)} as stays_in_doubt, ${sql.join(kinds)}
    from judged group by facility_id`.execute(db);
  return new Map(rows.map(({ facility_id, ...row }) => [facility_id, row]));
}

/** One query per kind: each uses a small index. */
async function readTransferCounts(
  db: Kysely<Schema>,
  question: CensusQuestion,
) {
  const kinds = Object.entries(TRANSFER_KINDS).map(
    ([kind, is]) => sql`
      select transfers.facility_id, ${sql.lit(kind)} as kind, count(*) as transfers
      from ${TRANSFERS_WITH_STAYS}
      where ${isJudgedTransfer(question)} and ${is}
      group by transfers.facility_id`,
  );
  const { rows } = await sql<{
    facility_id: number;
    kind: TransferKind;
    transfers: number;
  }>`${sql.join(kinds, sql` union all `)}`.execute(db);
  return groupBy(rows, ({ facility_id }) => facility_id);
}

/** Residents with an open stay who are out at hospital (R329), by facility: they are not in house. */
async function readBedsKept(
  db: Kysely<Schema>,
  { facilityIds, isnp, today }: CensusQuestion,
): Promise<Map<number, number>> {
  const { rows } = await sql<
    Pick<StayTable, "id" | "patient_id" | "facility_id">
  >`
    select stays.id, stays.patient_id, stays.facility_id from ${STAYS}
    where ${isIn("stays.facility_id", facilityIds)} and stays.admitted_on <= facilities.data_through
      and (stays.discharged_on is null or stays.discharged_on > facilities.data_through)
      ${isnp ? sql`and stays.isnp = 1` : sql``}
      and exists (select 1 from transfers where transfers.stay_id = stays.id and transfers.outcome <> 'ed_only'
        and transfers.transferred_on >= ${today - todayLimits.outDays})`.execute(
    db,
  );
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const [stays, trips] = await Promise.all([
    readStaysThere(db, ids),
    readTrips(db, ids),
  ]);
  const kept = new Map<number, number>();
  for (const { id, patient_id, facility_id } of rows) {
    const all = stays.get(patient_id) ?? [];
    const stay = all.find((one) => one.id === id);
    if (!stay) continue;
    if (outSince(stay, trips.get(patient_id) ?? [], all, today) === null) {
      continue;
    }
    kept.set(facility_id, (kept.get(facility_id) ?? 0) + 1);
  }
  return kept;
}
