import { sql, type Kysely, type SqlBool } from "kysely";
import { outSince } from "~/features/today/rules/at-hospital";
import { todayLimits } from "~/features/today/rules/attention-rules.data";
import type { Schema, StayTable } from "~server/store/schema";
import { countWhere, groupBy, isIn, STAYS } from "../question";
import { countOpenStays, readStaysThere } from "../stays-there";
import { readTrips } from "../trips";
import {
  IS_DOUBTFUL_STAY,
  MAY_BE_DOUBTFUL,
  isJudgedStay,
  isJudgedTransfer,
  STAY_KINDS,
  STAYS_OF_PATIENTS,
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

const NO_STAYS = { stays: 0, no_physician: 0 };

const NO_DOUBT = {
  shared_mrn: 0,
  hospital_without_transfer: 0,
  overlapping_stays: 0,
  /** Those whose MRN is not shared. */
  others: 0,
};

export async function readCensusRows(
  db: Kysely<Schema>,
  question: CensusQuestion,
): Promise<CensusRow[]> {
  const { facilityIds, isnp } = question;
  const inView = isnp ? sql<SqlBool>`stays.isnp = 1` : sql<SqlBool>`1 = 1`;
  const [facilities, stays, doubtful, transfers, open, bedsKept] =
    await Promise.all([
      db
        .selectFrom("facilities")
        .where(isIn("id", facilityIds))
        .select(["id", "name", "data_through", "beds"])
        .execute(),
      readStayCounts(db, question),
      readDoubtfulStays(db, question),
      readTransferCounts(db, question),
      countOpenStays(db, facilityIds, inView),
      readBedsKept(db, question),
    ]);
  return facilities.map(({ id, name, data_through, beds }) => {
    const counts = stays.get(id) ?? NO_STAYS;
    const { others, ...doubts } = doubtful.get(id) ?? NO_DOUBT;
    const countOf = (kind: TransferKind) =>
      transfers.get(id)?.find((row) => row.kind === kind)?.transfers ?? 0;
    const transfer_outside_stay = countOf("transfer_outside_stay");
    return {
      ...counts,
      ...doubts,
      transfer_outside_stay,
      assumed_outcome: countOf("assumed_outcome"),
      stays_in_doubt: doubts.shared_mrn + others + transfer_outside_stay,
      // Nothing counts without a data cut-off, so the residents are unknown (R296).
      residents:
        data_through === null
          ? null
          : (open.get(id) ?? 0) - (bedsKept.get(id) ?? 0),
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
  const { rows } = await sql<typeof NO_STAYS & { facility_id: number }>`
    select facilities.id as facility_id, count(*) as stays,
      ${countWhere(STAY_KINDS.no_physician())} as no_physician
    from ${STAYS} where ${isJudgedStay(question)} group by facilities.id`.execute(
    db,
  );
  return new Map(rows.map(({ facility_id, ...row }) => [facility_id, row]));
}

/** Reads a small index. */
async function readDoubtfulStays(
  db: Kysely<Schema>,
  question: CensusQuestion,
): Promise<Map<number, typeof NO_DOUBT>> {
  const { rows } = await sql<typeof NO_DOUBT & { facility_id: number }>`
    select stays.facility_id, ${countWhere(STAY_KINDS.shared_mrn(question))} as shared_mrn,
      ${countWhere(STAY_KINDS.hospital_without_transfer())} as hospital_without_transfer,
      ${countWhere(STAY_KINDS.overlapping_stays())} as overlapping_stays,
      ${countWhere(sql`${IS_DOUBTFUL_STAY} and not ${STAY_KINDS.shared_mrn(question)}`)} as others
    from ${STAYS_OF_PATIENTS} where ${isJudgedStay(question)} and ${MAY_BE_DOUBTFUL}
    group by stays.facility_id`.execute(db);
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
    where stays.id in (select transfers.stay_id from transfers where ${isIn("transfers.facility_id", facilityIds)}
        and transfers.outcome <> 'ed_only' and transfers.transferred_on >= ${today - todayLimits.outDays})
      and stays.admitted_on <= facilities.data_through
      and (stays.discharged_on is null or stays.discharged_on > facilities.data_through)
      ${isnp ? sql`and stays.isnp = 1` : sql``}`.execute(db);
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
