/** Frailty groups of patients, and long-stay residents. */
type Group = "high" | "medium" | "low" | "none" | "long_stay";

/**
 * Changes in a place per month or day; their sum through a day is the count. `isnp` 1 covers ISNP stays, 0 all stays;
 * `server/measures/totals` explains each column.
 */
export interface PlaceTotalsTable extends Record<
  `${Group}_${"begun" | "ended" | "came" | "left"}`,
  number
> {
  /** 0 company, 1 division, 2 region, 3 facility. */
  level: number;
  place_id: number;
  isnp: 0 | 1;
  /** 0: a month that starts on `day`; 1: a day. */
  grain: 0 | 1;
  day: number;
  snf_adm: number;
  ach_adm: number;
  rth: number;
  ed: number;
  h_events: number;
  ed_events: number;
  adm_events: number;
  residents: number;
  resident_days: number;
  long_residents: number;
  long_resident_days: number;
}

/** Patients of a place who were away from `from_day` until `until_day`, by group. */
export interface AbsenceTable extends Record<Group, number> {
  level: number;
  place_id: number;
  isnp: 0 | 1;
  /** Day of the return. */
  until_day: number;
  /** First day away. */
  from_day: number;
}

/** `server/measures/physicians/history-format.ts` packs the histories. */
export interface PhysicianHistoryTable {
  facility_id: number;
  /** 0 for stays without a physician. */
  npi: number;
  history: Uint8Array;
}

/** Days with a stay, as few spans as possible. A stay always covers its day of admission. */
export interface PhysicianSpanTable {
  facility_id: number;
  isnp: 0 | 1;
  /** 0 for stays without a physician. */
  npi: number;
  from_day: number;
  /** The day after the last; null while it continues. */
  end_day: number | null;
}

/** A change that concerned all places has no row. */
export interface PlaceVersionTable {
  /** Levels of the totals; the next one is for changes of a facility's census beside its figures. */
  level: number;
  place_id: number;
  version: number;
}

/** Verdicts on a facility's charts through a day, so another process need not judge them again. */
export interface JudgedSignalTable {
  facility_id: number;
  isnp: 0 | 1;
  day: number;
  /** All that the verdicts depend on, as JSON; other rows are out of date. */
  asked: string;
  /** `SignalCells` as JSON. */
  cells: string;
}

export interface FigureTables {
  place_totals: PlaceTotalsTable;
  absences: AbsenceTable;
  physician_spans: PhysicianSpanTable;
  physician_histories: PhysicianHistoryTable;
  place_versions: PlaceVersionTable;
  judged_signals: JudgedSignalTable;
}
