import type { Selectable } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { StayTable, TransferTable } from "~server/store/schema";
import {
  isEdVisit,
  isHospitalization,
  isUnplannedAdmission,
} from "~/domain/residents/transfer-kinds";
import type { Band, Group, TotalColumn } from "./total-columns";

export type TalliedStay = Pick<
  Selectable<StayTable>,
  "admitted_on" | "days_end" | "admitted_from" | "long_stay_from" | "rth" | "ed"
>;

export type TalliedEvent = Pick<
  TransferTable,
  "transferred_on" | "outcome" | "planned"
>;

export interface Tally {
  add(column: TotalColumn, day: EpochDay, amount: number): void;
  /** Records the gap between two episodes: `from` is the first day away, `until` the day of the return. */
  addAbsence(
    group: Group,
    from: EpochDay,
    until: EpochDay,
    amount: number,
  ): void;
}

export type Sign = 1 | -1;

export interface PatientInPlace {
  band: Band;
  stays: readonly TalliedStay[];
  events: readonly TalliedEvent[];
}

/** Ignores today and the data cut-off: an open stay has no end. */
export function tallyPatient(
  { band, stays, events }: PatientInPlace,
  tally: Tally,
  sign: Sign = 1,
): void {
  for (const stay of stays) tallyStay(stay, tally, sign);
  for (const event of events) tallyEvent(event, tally, sign);
  const spansFrom = (start: "admitted_on" | "long_stay_from") =>
    stays.map((stay) => spanFrom(stay[start], stay));
  tallyEpisodes(band, spansFrom("admitted_on"), tally, sign);
  tallyEpisodes("long_stay", spansFrom("long_stay_from"), tally, sign);
}

/** An event within 30 days of the admission counts on the admission day, so sums stay additive. */
function tallyStay(stay: TalliedStay, tally: Tally, sign: Sign): void {
  const { admitted_on: day } = stay;
  tally.add("snf_adm", day, sign);
  if (stay.admitted_from === "hospital") tally.add("ach_adm", day, sign);
  if (stay.rth === 1) tally.add("rth", day, sign);
  if (stay.ed === 1) tally.add("ed", day, sign);
  tallyDays("resident", spanFrom(day, stay), tally, sign);
  tallyDays("long_resident", spanFrom(stay.long_stay_from, stay), tally, sign);
}

function tallyEvent(event: TalliedEvent, tally: Tally, sign: Sign): void {
  const { transferred_on: day } = event;
  if (isHospitalization(event)) tally.add("h_events", day, sign);
  if (isEdVisit(event)) tally.add("ed_events", day, sign);
  if (isUnplannedAdmission(event)) tally.add("adm_events", day, sign);
}

/** Includes `from` but not `end`; infinite while open. */
export interface DaySpan {
  from: EpochDay;
  end: number;
}

/** Merges spans into as few as possible, oldest first; drops empty ones. */
export function mergeSpans(spans: readonly DaySpan[]): DaySpan[] {
  const [only] = spans;
  if (only && spans.length === 1) return only.end > only.from ? [only] : [];
  const merged: DaySpan[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.end <= span.from) continue;
    const last = merged.at(-1);
    if (!last || span.from > last.end) merged.push({ ...span });
    else last.end = Math.max(last.end, span.end);
  }
  return merged;
}

function tallyDays(
  who: "resident" | "long_resident",
  { from, end }: DaySpan,
  tally: Tally,
  sign: Sign,
): void {
  if (end <= from) return;
  tally.add(`${who}s`, from, sign);
  tally.add(`${who}_days`, from, sign * from);
  if (end === Infinity) return;
  tally.add(`${who}s`, end, -sign);
  tally.add(`${who}_days`, end, -sign * end);
}

function tallyEpisodes(
  group: Group,
  spans: readonly DaySpan[],
  tally: Tally,
  sign: Sign,
): void {
  const episodes = mergeSpans(spans);
  episodes.forEach(({ from, end }, index) => {
    tally.add(`${group}_begun`, from, sign);
    if (index === 0) tally.add(`${group}_came`, from, sign);
    if (end === Infinity) return;
    tally.add(`${group}_ended`, end, sign);
    const next = episodes[index + 1];
    if (next) tally.addAbsence(group, end, next.from, sign);
    else tally.add(`${group}_left`, end, sign);
  });
}

function spanFrom(
  from: EpochDay,
  { days_end }: Pick<TalliedStay, "days_end">,
): DaySpan {
  return { from, end: days_end ?? Infinity };
}
