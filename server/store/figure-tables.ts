/**
 * What changes in a place, summed over a month or over a day (`grain`). The sum of the months before, and of the days of
 * the month, is what counts through a day. `isnp` 1 holds the stays flagged ISNP alone, 0 all stays. No total knows today
 * or the reach of data: see `server/measures/totals`, which tells what each column counts.
 */
export interface PlaceTotalsTable {
  /** 0 company, 1 division, 2 region, 3 facility. */
  level: number;
  place_id: number;
  isnp: 0 | 1;
  /** 0 of a month, whose first day is `day`; 1 of a day. */
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
  high_begun: number;
  medium_begun: number;
  low_begun: number;
  none_begun: number;
  long_stay_begun: number;
  high_ended: number;
  medium_ended: number;
  low_ended: number;
  none_ended: number;
  long_stay_ended: number;
  high_came: number;
  medium_came: number;
  low_came: number;
  none_came: number;
  long_stay_came: number;
  high_left: number;
  medium_left: number;
  low_left: number;
  none_left: number;
  long_stay_left: number;
}

/** How many patients of a place were away from one day until they came back on another, by group. */
export interface AbsenceTable {
  level: number;
  place_id: number;
  isnp: 0 | 1;
  /** The day of the return. */
  until_day: number;
  /** The first day away. */
  from_day: number;
  high: number;
  medium: number;
  low: number;
  none: number;
  long_stay: number;
}

/** All that a physician's figures in a facility are made of, packed (`server/measures/physicians/history-format.ts`). */
export interface PhysicianHistoryTable {
  facility_id: number;
  /** 0 for the stays without a physician. */
  npi: number;
  history: Uint8Array;
}

/** Days on which a physician had a stay in a facility, in as few rows as possible. A stay has its day of admission. */
export interface PhysicianSpanTable {
  facility_id: number;
  isnp: 0 | 1;
  /** 0 for the stays without a physician. */
  npi: number;
  from_day: number;
  /** The day after the last one; null while they go on. */
  end_day: number | null;
}

/** The version of the data at which the figures of a place changed last; none where that concerned all places. */
export interface PlaceVersionTable {
  /** As of a total; the one after these: what the census of a facility tells beside its figures changed. */
  level: number;
  place_id: number;
  version: number;
}
