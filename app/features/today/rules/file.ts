import { isoDayOf, type IsoDay } from "~/domain/calendar";
import type { CsvCell } from "~/domain/lists/csv-cells";
import { messages } from "~/domain/messages";
import type { DayAhead } from "./resident-day";
import type { Listed, TodayRow } from "./list";
import { reasonText } from "./words";

interface FileRow extends TodayRow {
  resident_id: number;
  mrn: string | null;
  last_note_high_risk: boolean;
  last_note_unread?: boolean | undefined;
  discussed_at: string | null;
  discussed_by: string | null;
  line: string;
}

type Cell = (one: Listed<FileRow>) => CsvCell;

const of =
  (name: keyof FileRow): Cell =>
  ({ row }) => {
    const value = row[name] ?? null;
    return typeof value === "boolean" ? String(value) : value;
  };

const named: Cell = ({ row: { physician_name: name } }) =>
  name === messages.unknown ? null : name;

const ofWho =
  (has: "last_note_at" | "out_since", name: keyof FileRow): Cell =>
  (one) =>
    one.row[has] === null ? null : of(name)(one);

const CELLS: Record<string, Cell> = {
  facility_id: of("facility_id"),
  facility_name: of("facility_name"),
  patient_id: of("resident_id"),
  mrn: of("mrn"),
  patient_last_name: of("last_name"),
  patient_first_name: of("first_name"),
  unit: of("unit"),
  physician_npi: of("npi"),
  physician_name: named,
  admitted_on: of("admitted_on"),
  day_of_stay: ({ day }) => day.dayOfStay,
  from_hospital: of("from_hospital"),
  window_closes_on: ({ day }) => dayOf(day.window),
  window_days_left: ({ day }) => leftOf(day.window),
  long_stay_from: of("long_stay_from"),
  days_to_long_stay: ({ day }) => leftOf(day.longStay),
  frailty_score: ({ row, day }) =>
    day.band === null ? null : row.frailty_score,
  frailty_band: ({ day }) => day.band,
  hospitalizations_30: of("hospitalizations_30"),
  hospitalizations_90: of("hospitalizations_90"),
  hospitalizations_180: of("hospitalizations_180"),
  ed_visits_30: of("ed_visits_30"),
  ed_visits_90: of("ed_visits_90"),
  ed_visits_180: of("ed_visits_180"),
  out_since: of("out_since"),
  bed_kept: ofWho("out_since", "bed_kept"),
  back_on: of("back_on"),
  last_note_at: of("last_note_at"),
  last_note_high_risk: ofWho("last_note_at", "last_note_high_risk"),
  last_note_unread: ofWho("last_note_at", "last_note_unread"),
  discussed_at: of("discussed_at"),
  discussed_by: of("discussed_by"),
  for_tomorrow: of("line"),
  why: (one) => one.day.reasons.map((rule) => reasonText(rule, one)).join("; "),
};

export const TODAY_FILE_COLUMNS = [...Object.keys(CELLS), "data_through"];

/** `through`: how far the facility's data reach. */
export function todayFileCells(
  one: Listed<FileRow>,
  through: IsoDay | null,
): CsvCell[] {
  return [...Object.values(CELLS).map((cell) => cell(one)), through];
}

function dayOf(ahead: DayAhead | null): string | null {
  return ahead && isoDayOf(ahead.on);
}

/** Blank if it is over. */
function leftOf(ahead: DayAhead | null): number | null {
  return ahead && ahead.daysLeft >= 0 ? ahead.daysLeft : null;
}
