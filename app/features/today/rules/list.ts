import { epochDayOf, type IsoDay } from "~/domain/calendar";
import {
  isInWindow,
  isLongStaySoon,
  residentDay,
  type ResidentDay,
  type TodayFacts,
} from "./resident-day";

/** What the counts need, and the names by which the first residents are found. */
export interface CountedRow<Day = unknown> extends Pick<
  TodayFacts<Day>,
  "out_since"
> {
  last_name: string | null;
  first_name: string | null;
}

interface ListedRow extends CountedRow<IsoDay>, TodayFacts {
  facility_id: number;
}

export interface TodayRow extends ListedRow {
  stay_id: number;
  facility_name: string;
  unit: string | null;
  npi: number | null;
  physician_name: string | null;
  hospitalizations_90: number;
  hospitalizations_180: number;
  ed_visits_90: number;
  ed_visits_180: number;
  last_note_at: string | null;
  /** ISO 8601. */
  high_risk_note_at: string | null;
}

export interface Listed<Row extends CountedRow = TodayRow> {
  row: Row;
  day: ResidentDay;
}

/** Stands for stays without a physician in the filter. */
const NO_PHYSICIAN = "none";

/** The filters of the list, which are also the counts above it, in this order. */
export const SHOWN = [
  "in_house",
  "attention",
  "window",
  "out",
  "back",
  "long_stay_soon",
] as const;

export type Shown = (typeof SHOWN)[number];

export function listResidents<Row extends ListedRow>(answer: {
  data: readonly Row[];
  day: IsoDay;
  facilities: readonly { facility_id: number; day: IsoDay }[];
}): Listed<Row>[] {
  const days = new Map(
    answer.facilities.map((one) => [one.facility_id, one.day]),
  );
  return answer.data.map((row) => {
    const today = days.get(row.facility_id) ?? answer.day;
    return { row, day: residentDay(row, epochDayOf(today)) };
  });
}

/** Excludes residents at hospital with the bed kept. */
export function isInHouse({ row }: Listed<CountedRow>): boolean {
  return row.out_since === null;
}

export function isShown(one: Listed<CountedRow>, show: Shown): boolean {
  switch (show) {
    case "in_house":
      return isInHouse(one);
    case "attention":
      return one.day.reasons.length > 0;
    case "window":
      return isInHouse(one) && isInWindow(one.day);
    case "out":
      return !isInHouse(one);
    case "back":
      return isInHouse(one) && one.day.isBack;
    case "long_stay_soon":
      return isInHouse(one) && isLongStaySoon(one.day);
  }
}

export type TodayCounts = Record<Shown, number>;

export function todayCounts(all: readonly Listed<CountedRow>[]): TodayCounts {
  const count = (show: Shown) => all.filter((one) => isShown(one, show)).length;
  return {
    in_house: count("in_house"),
    attention: count("attention"),
    window: count("window"),
    out: count("out"),
    back: count("back"),
    long_stay_soon: count("long_stay_soon"),
  };
}

export function sumOf(rows: readonly TodayCounts[]): TodayCounts {
  return rows.reduce((sum, row) => {
    const both = SHOWN.map((key) => [key, sum[key] + row[key]]);
    return Object.fromEntries(both) as TodayCounts;
  }, todayCounts([]));
}

export function physicianKey({ row: { npi } }: Listed): string {
  return npi === null ? NO_PHYSICIAN : String(npi);
}

export function choicesOf(all: readonly Listed[]): {
  units: string[];
  physicians: { key: string; name: string | null }[];
  facilities: { key: string; name: string }[];
} {
  const units = new Set(all.flatMap(({ row }) => row.unit ?? []));
  const physicians = new Map(
    all.map((one) => [physicianKey(one), one.row.physician_name]),
  );
  const facilities = new Map(
    all.map(({ row }) => [String(row.facility_id), row.facility_name]),
  );
  const { compare } = new Intl.Collator("en", { numeric: true });
  return {
    units: [...units].sort(compare),
    physicians: Array.from(physicians, ([key, name]) => ({ key, name })).sort(
      (one, other) =>
        Number(one.key === NO_PHYSICIAN) - Number(other.key === NO_PHYSICIAN) ||
        compare(one.name ?? "", other.name ?? ""),
    ),
    facilities: Array.from(facilities, ([key, name]) => ({ key, name })).sort(
      (one, other) => compare(one.name, other.name),
    ),
  };
}

/** Fits into a row. */
const LONGEST = 140;

/** Cut between words if it is long; ends with ' …' if there is more. */
export function firstSentence(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  const [sentence = ""] = /^.*?[.!?](?= |$)/.exec(plain) ?? [plain];
  if (sentence === plain && plain.length <= LONGEST) return plain;
  const cut =
    sentence.length <= LONGEST
      ? sentence
      : sentence.slice(0, LONGEST).replace(/ \S*$/, "");
  return `${cut} …`;
}
