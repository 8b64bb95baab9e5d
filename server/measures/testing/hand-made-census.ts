import type { Kysely } from "kysely";
import { epochDayOf, type IsoDay } from "~/domain/calendar";
import type { Flag, Schema } from "~server/store/schema";
import { PLACES } from "~server/testing/seed-organization";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { rebuildFigures } from "../rebuild";
import {
  insertCensus,
  type Census,
  type PlainStay,
  type PlainTransfer,
} from "./census";
import { TEST_DIALECT } from "~server/testing/open-test-store";

/** Has stays in facilities 111, 112 and 211. */
export const ADA = 1_000_000_001;
/** Has stays in facilities 111, 112 and 211. */
export const BEN = 1_000_000_002;

/** The tests' clock shows this day. */
const TODAY: IsoDay = "2026-06-15";

/** Most figures cover this quarter: 31 + 28 + 31 = 90 days. */
export const QUARTER = "2026-01-01/2026-03-31/";

/**
 * A census small enough to work out by hand, on the edges of the measures. Days of care and long-stay days (LS) are
 * those in {@link QUARTER}.
 *
 * | stay | patient | facility | physician | days of care | LS | what it is for |
 * |---|---|---|---|---|---|---|
 * | 1 | 1, score 7 | 111 | ADA | 90 | 11 to 31 March: 21 | 100th day is 10 March; open |
 * | 2 | 2, score 4 | 111 | BEN | 10 | 0 | transfer on the discharge day, 10 days after admission: rth |
 * | 3 | 2 | 112 | ADA | 1 | 0 | same-day stay; ED visit 30 days later at another facility: ed |
 * | 4 | 3, score −1 | 111 | none | 10 | 0 | from the community: a hospitalization is no rth |
 * | 5 | 4, score 2 | 112 | BEN | 0 | 0 | 90 days before the quarter |
 * | 6 | 4 | 112 | BEN | 17 | 8 to 17 January: 10 | ISNP; gap of 29 days, so its 11th day is the 101st |
 * | 7 | 4 | 112 | BEN | 10 | 0 | gap of 30 days: the count starts again |
 * | 8 | 5, none | 211 | ADA | 30 | 0 | events on days −1, 0 and 30 (the discharge day): rth and ed |
 * | 9 | 6, score 6 | 211 | BEN | 27 | 0 | events on days −1 and 31: neither; open, LS from 13 June |
 */
const CENSUS: Census = {
  reach: Object.fromEntries(
    PLACES.facilities.map(({ id }) => [id, epochDayOf(TODAY)]),
  ),
  patients: [
    patient(1, 7),
    patient(2, 4),
    patient(3, -1),
    patient(4, 2),
    patient(5, null),
    patient(6, 6),
  ],
  stays: [
    stay(1, 1, 111, ADA, "2025-12-01", null, "hospital"),
    stay(2, 2, 111, BEN, "2026-01-10", "2026-01-20", "hospital"),
    stay(3, 2, 112, ADA, "2026-02-18", "2026-02-18", "hospital"),
    stay(4, 3, 111, null, "2026-02-01", "2026-02-11", "community"),
    stay(5, 4, 112, BEN, "2025-09-01", "2025-11-30", "hospital"),
    stay(6, 4, 112, BEN, "2025-12-29", "2026-01-18", "hospital", 1),
    stay(7, 4, 112, BEN, "2026-02-17", "2026-02-27", "other"),
    stay(8, 5, 211, ADA, "2026-03-01", "2026-03-31", "hospital"),
    stay(9, 6, 211, BEN, "2026-03-05", null, "hospital"),
  ],
  transfers: [
    // Day 100 of stay 1, not long-stay yet; then day 101.
    transfer(1, 1, 111, "2026-03-10", "inpatient"),
    transfer(2, 1, 111, "2026-03-11", "inpatient"),
    transfer(3, 1, 111, "2026-03-20", "observation"),
    transfer(4, 1, 111, "2026-03-21", "inpatient", 1),
    transfer(5, 1, 111, "2026-03-22", "ed_only", 1),
    transfer(6, 2, 111, "2026-01-20", "inpatient"),
    transfer(7, 2, 211, "2026-03-20", "ed_only"),
    transfer(8, 3, 111, "2026-02-05", "inpatient"),
    transfer(9, 4, 112, "2026-01-18", "ed_only"),
    transfer(10, 5, 211, "2026-02-28", "inpatient"),
    transfer(11, 5, 211, "2026-03-01", "ed_only"),
    transfer(12, 5, 211, "2026-03-31", "observation"),
    transfer(13, 6, 211, "2026-03-04", "inpatient"),
    transfer(14, 6, 211, "2026-04-05", "inpatient"),
  ],
};

export async function openHandMadeCensus(
  dialect = TEST_DIALECT,
): Promise<TestApi> {
  const api = await openTestApi(dialect);
  await insertHandMadeCensus(api.deps.store.db);
  return api;
}

export async function insertHandMadeCensus(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await insertCensus(transaction, CENSUS, [ADA, BEN]);
    await rebuildFigures(transaction);
    await transaction
      .updateTable("data_state")
      .set({
        version: 1,
        origin: "import",
        imported_at: "2026-06-15T04:30:00.000Z",
      })
      .execute();
  });
}

function patient(id: number, frailty_score: number | null) {
  const last_name = `Patient ${id}`;
  return { id, first_name: "First", last_name, frailty_score };
}

function stay(
  id: number,
  patient_id: number,
  facility_id: number,
  npi: number | null,
  admitted: IsoDay,
  discharged: IsoDay | null,
  admitted_from: PlainStay["admitted_from"],
  isnp: Flag = 0,
): PlainStay {
  return {
    id,
    patient_id,
    facility_id,
    npi,
    admitted_on: epochDayOf(admitted),
    discharged_on: discharged === null ? null : epochDayOf(discharged),
    admitted_from,
    isnp,
  };
}

function transfer(
  id: number,
  patient_id: number,
  facility_id: number,
  day: IsoDay,
  outcome: PlainTransfer["outcome"],
  planned: Flag = 0,
): PlainTransfer {
  const transferred_on = epochDayOf(day);
  return { id, patient_id, facility_id, transferred_on, outcome, planned };
}
