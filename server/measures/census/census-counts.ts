import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import {
  type ResidentFindingKind,
  censusLimits,
} from "~/features/data-quality/rules/findings";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import { outSince } from "~/features/today/rules/at-hospital";
import { todayLimits } from "~/features/today/rules/attention-rules.data";
import { readStaysThere } from "~server/measures/stays-there";
import { readTrips } from "~server/measures/trips";
import { countWhere, isIn, STAYS } from "../question";
import type { Schema, StayTable } from "~server/store/schema";
import {
  IS_IN_DOUBT,
  judgedStays,
  STAY_KINDS,
  type CensusQuestion,
  type StayKind,
} from "./judged-stays";

/** Findings about transfers, as conditions on a row of `transfers`. */
export const TRANSFER_KINDS = {
  // Going to hospital from home soon after an admission counts as a return, so it is fine.
  transfer_outside_stay: sql<SqlBool>`(transfers.stay_id is null and not exists (
    select 1 from stays as before
    where before.patient_id = transfers.patient_id
      and before.admitted_on between transfers.transferred_on - ${sql.lit(RETURN_WINDOW_DAYS)} and transfers.transferred_on))`,
  assumed_outcome: sql<SqlBool>`transfers.assumed = 1`,
} satisfies Partial<Record<ResidentFindingKind, RawBuilder<SqlBool>>>;

export type TransferKind = keyof typeof TRANSFER_KINDS;

/** `transfers` with facilities and, if any, stays. */
export const TRANSFERS_WITH_STAYS = sql`transfers
  join facilities on facilities.id = transfers.facility_id
  left join stays on stays.id = transfers.stay_id`;

/** A row of {@link TRANSFERS_WITH_STAYS} within the last year and the data cut-off. */
export function isJudgedTransfer({
  facilityIds,
  isnp,
  today,
}: CensusQuestion): RawBuilder<SqlBool> {
  const from = today - censusLimits.stayDays;
  return sql<SqlBool>`${isIn("transfers.facility_id", facilityIds)}
    and transfers.transferred_on >= ${from} and transfers.transferred_on <= facilities.data_through
    ${isnp ? sql`and stays.isnp = 1` : sql``}`;
}

/** Counts of a facility's stays and transfers that judge its census. */
export type CensusCounts = Record<StayKind | TransferKind, number> & {
  /** Residents in house at the data cut-off, without those out at hospital (R296). */
  residents: number;
  /** Stays of the last year. */
  stays: number;
  /** Stays in doubt, and transfers outside any stay (R298). */
  stays_in_doubt: number;
};

type OfFacility<Counts> = Counts & { facility_id: number };

/** Counts of facilities without stays and transfers in the last year. */
export const NO_COUNTS: CensusCounts = {
  hospital_without_transfer: 0,
  transfer_outside_stay: 0,
  overlapping_stays: 0,
  shared_mrn: 0,
  no_physician: 0,
  assumed_outcome: 0,
  residents: 0,
  stays: 0,
  stays_in_doubt: 0,
};

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

export async function readCensusCounts(
  db: Kysely<Schema>,
  question: CensusQuestion,
): Promise<Map<number, CensusCounts>> {
  const [stays, transfers, bedsKept] = await Promise.all([
    readStayCounts(db, question),
    readTransferCounts(db, question),
    readBedsKept(db, question),
  ]);
  const counts = new Map<number, CensusCounts>();
  for (const { facility_id, residents, ...row } of stays) {
    const out = bedsKept.get(facility_id) ?? 0;
    counts.set(facility_id, {
      ...NO_COUNTS,
      ...row,
      residents: residents - out,
    });
  }
  for (const { facility_id, ...row } of transfers) {
    const before = counts.get(facility_id) ?? NO_COUNTS;
    counts.set(facility_id, {
      ...before,
      ...row,
      stays_in_doubt: before.stays_in_doubt + row.transfer_outside_stay,
    });
  }
  return counts;
}

type StayCounts = Omit<CensusCounts, TransferKind>;

async function readStayCounts(
  db: Kysely<Schema>,
  question: CensusQuestion,
): Promise<OfFacility<StayCounts>[]> {
  const kinds = STAY_KINDS.map(
    (kind) => sql`sum(${sql.ref(kind)}) as ${sql.ref(kind)}`,
  );
  const isInHouse = sql`discharged_on is null or discharged_on > data_through`;
  const { rows } = await sql<OfFacility<StayCounts>>`
    with ${judgedStays(question)}
    select facility_id, count(*) as stays, ${countWhere(sql`${isInHouse}`)} as residents,
      ${countWhere(IS_IN_DOUBT)} as stays_in_doubt, ${sql.join(kinds)}
    from judged group by facility_id`.execute(db);
  return rows;
}

/** One query per kind: each uses a small index. */
async function readTransferCounts(
  db: Kysely<Schema>,
  question: CensusQuestion,
): Promise<OfFacility<Record<TransferKind, number>>[]> {
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
  const none = { transfer_outside_stay: 0, assumed_outcome: 0 };
  const byFacility = new Map<number, OfFacility<typeof none>>();
  for (const { facility_id, kind, transfers } of rows) {
    const counts = byFacility.get(facility_id) ?? { facility_id, ...none };
    byFacility.set(facility_id, { ...counts, [kind]: transfers });
  }
  return [...byFacility.values()];
}
