import type { EpochDay } from "~/domain/calendar";
import { noTotals, type Totals } from "../additive-totals";
import { lastSettledDay } from "../data-reach";
import { BANDS, type Band } from "../totals/total-columns";
import { IS, PackedHistory } from "./history-format";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { DayTally, type DayCounts } from "~server/measures/totals/day-counts";
import { beginsAfter } from "~server/measures/totals/place-reach";
import type { Schema } from "~server/store/schema";
import { isOneOf, type StayFilter } from "../question";

interface CountedDays {
  from: EpochDay;
  to: EpochDay;
  /** The last day whose admissions count in 30-day rates. */
  settled: EpochDay;
  isnp: boolean;
}

/** The days of a range that count in a facility; null if its data end before the range (R245). */
export function countedDays(
  { from, to, isnp }: Omit<CountedDays, "settled">,
  reach: EpochDay | null,
): CountedDays | null {
  if (reach === null || reach < from) return null;
  return {
    from,
    to: Math.min(to, reach),
    settled: lastSettledDay(reach),
    isnp,
  };
}

type PhysicianPeople = Record<
  Band | "patients" | "short_stay" | "long_stay",
  number
>;

const WAS = { present: 1, shortStay: 2, longStay: 4 } as const;

export class PhysicianFigures {
  readonly totals: Totals = noTotals();
  /** True if a stay has a day in the range or was admitted in it. */
  hasStay = false;
  private readonly people: PhysicianPeople = nobody();
  private readonly shared = new Map<number, { bits: number; band: Band }>();

  /** `isShared`: the physician has stays elsewhere, which may share patients. */
  add(history: PackedHistory, days: CountedDays, isShared: boolean): void {
    const seen = new Uint8Array(history.patients);
    this.addStays(history, days, seen);
    eachCountedEvent(history, days, (column) => {
      this.totals[column] += 1;
    });
    seen.forEach((bits, patient) => {
      if (bits === 0) return;
      const band = history.bandOf(patient);
      if (!isShared) return addPatient(this.people, bits, band);
      const id = history.patientId(patient);
      const before = this.shared.get(id)?.bits ?? 0;
      this.shared.set(id, { bits: before | bits, band });
    });
  }

  distinctPeople(): PhysicianPeople {
    const people = { ...this.people };
    for (const { bits, band } of this.shared.values()) {
      addPatient(people, bits, band);
    }
    return people;
  }

  private addStays(
    history: PackedHistory,
    { from, to, settled, isnp }: CountedDays,
    seen: Uint8Array,
  ): void {
    const { totals } = this;
    history.eachStay((patient, admitted, end, longStayFrom, bits) => {
      if (admitted > to || (isnp && !(bits & IS.isnp))) return;
      const days = Math.min(end, to + 1) - Math.max(admitted, from);
      if (admitted >= from) {
        this.hasStay = true;
        totals.snf_adm += 1;
        if (bits & IS.fromHospital) totals.ach_adm += 1;
        if (admitted <= settled) this.addSettled(bits);
      }
      if (days <= 0) return;
      this.hasStay = true;
      totals.days_of_care += days;
      let was: number = WAS.present;
      if (longStayFrom > Math.max(from, admitted)) was |= WAS.shortStay;
      const longDays = Math.min(end, to + 1) - Math.max(longStayFrom, from);
      if (longDays > 0) {
        totals.pd_lt_doc += longDays;
        was |= WAS.longStay;
      }
      seen[patient] = (seen[patient] ?? 0) | was;
    });
  }

  private addSettled(bits: number): void {
    const { totals } = this;
    if (bits & IS.fromHospital) totals.settled_adm += 1;
    if (bits & IS.rth) totals.rth += 1;
    if (bits & IS.ed) totals.ed += 1;
  }
}

function eachCountedEvent(
  history: PackedHistory,
  { from, to, isnp }: CountedDays,
  count: (
    column: "h_events" | "ed_events" | "adm_events",
    day: EpochDay,
  ) => void,
): void {
  history.eachEvent((day, bits) => {
    if (day < from || day > to || (isnp && !(bits & IS.isnp))) return;
    if (bits & IS.hospitalization) count("h_events", day);
    if (bits & IS.edVisit) count("ed_events", day);
    if (bits & IS.unplannedAdmission) count("adm_events", day);
  });
}

function addPatient(people: PhysicianPeople, bits: number, band: Band): void {
  people.patients += 1;
  people[band] += 1;
  if (bits & WAS.shortStay) people.short_stay += 1;
  if (bits & WAS.longStay) people.long_stay += 1;
}

function nobody(): PhysicianPeople {
  return Object.fromEntries(
    [...BANDS, "patients", "short_stay", "long_stay"].map((name) => [name, 0]),
  ) as PhysicianPeople;
}

/** Histories per read: two megabytes, a few milliseconds. */
const HISTORIES_AT_ONCE = 300;

/** A history with its facility's data cut-off; null if there is none, so nothing counts. */
export interface ReachedHistory {
  npi: number;
  history: PackedHistory;
  reach: EpochDay | null;
  /** Its facility's data begin after `begunBy`. */
  late: boolean;
}

/** Yields pages; `begunBy` is the day by which data must begin, if that matters. */
export async function* pagesOfHistories(
  db: Kysely<Schema>,
  { facilityIds, npi }: StayFilter,
  begunBy: EpochDay | null = null,
): AsyncGenerator<ReachedHistory[]> {
  const places = isOneOf("histories.facility_id", facilityIds);
  const whose =
    npi === undefined
      ? sql`1 = 1`
      : sql`histories.npi = ${npi ?? NO_PHYSICIAN_ID}`;
  const late =
    begunBy === null
      ? sql`0`
      : sql`case when ${beginsAfter(begunBy)} then 1 else 0 end`;
  let last = { facility_id: -1, npi: -1 };
  for (;;) {
    const { rows } = await sql<{
      facility_id: number;
      npi: number;
      history: Uint8Array;
      reach: EpochDay | null;
      late: number;
    }>`
      select histories.facility_id, histories.npi, histories.history, facilities.data_through as reach, ${late} as late
      from physician_histories as histories
      join facilities on facilities.id = histories.facility_id
      where (histories.facility_id, histories.npi) > (${last.facility_id}, ${last.npi})
        and ${places ?? sql`1 = 1`} and ${whose}
      order by histories.facility_id, histories.npi
      limit ${HISTORIES_AT_ONCE}`.execute(db);
    yield rows.map((row) => ({
      npi: row.npi,
      history: new PackedHistory(row.history),
      reach: row.reach,
      late: row.late === 1,
    }));
    last = rows.at(-1) ?? last;
    if (rows.length < HISTORIES_AT_ONCE) return;
    await nextTurn();
  }
}

export function daysOfHistories(
  histories: readonly Omit<ReachedHistory, "npi">[],
  { from, to }: { from: EpochDay; to: EpochDay },
  isnp: boolean,
): DayCounts[] {
  const tally = new DayTally();
  for (const { history, reach } of histories) {
    const days = countedDays({ from, to, isnp }, reach);
    if (!days) continue;
    addStays(tally, history, days);
    eachCountedEvent(history, days, (column, day) => tally.add(day, column, 1));
  }
  return tally.inOrder();
}

function addStays(
  tally: DayTally,
  history: PackedHistory,
  { from, to, settled, isnp }: CountedDays,
): void {
  history.eachStay((_patient, admitted, end, longStayFrom, bits) => {
    if (admitted > to || (isnp && !(bits & IS.isnp))) return;
    if (admitted >= from && admitted <= settled) {
      if (bits & IS.fromHospital) tally.add(admitted, "settled_adm", 1);
      if (bits & IS.rth) tally.add(admitted, "rth", 1);
      if (bits & IS.ed) tally.add(admitted, "ed", 1);
    }
    const first = Math.max(longStayFrom, from);
    const after = Math.min(end, to + 1);
    if (after <= first) return;
    tally.add(first, "long_residents", 1);
    tally.add(after, "long_residents", -1);
  });
}
