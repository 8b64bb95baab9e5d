import type { EpochDay } from "~/domain/calendar";
import { noTotals, type Totals } from "../additive-totals";
import { lastSettledDay } from "../data-reach";
import { BANDS, type Band } from "../totals/total-columns";
import { IS, type PackedHistory } from "./history-format";

export interface CountedDays {
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

export type PhysicianPeople = Record<
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

export function eachCountedEvent(
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
