import { sql } from "kysely";
import type { Kysely } from "kysely";
import { countWhere } from "../question";
import type { Schema } from "~server/store/schema";
import { readBedsKept } from "./beds-kept";
import {
  IS_IN_DOUBT,
  judgedStays,
  STAY_KINDS,
  type CensusQuestion,
  type StayKind,
} from "./judged-stays";
import {
  isJudgedTransfer,
  TRANSFER_KINDS,
  TRANSFERS_WITH_STAYS,
  type TransferKind,
} from "./judged-transfers";

/** What the stays and transfers of a facility say of its census. */
export type CensusCounts = Record<StayKind | TransferKind, number> & {
  /** Residents in house at the end of the reach, without those who are out at hospital (R296). */
  residents: number;
  /** Stays of the last year. */
  stays: number;
  /** Stays in doubt, and transfers that no stay holds (R298). */
  stays_in_doubt: number;
};

type OfFacility<Counts> = Counts & { facility_id: number };

/** Counts of facilities that have neither a stay nor a transfer in the last year. */
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

/** Counts of each facility that has any, by its id. */
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

/** Each kind by itself: both are found by an index that has few rows. */
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
