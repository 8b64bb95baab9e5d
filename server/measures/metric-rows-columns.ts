import type { RowTag } from "~/domain/figures/figure-tags";
import {
  EVENT_COLUMNS,
  MARK_COLUMN,
  METRIC_COLUMNS,
  STAY_COLUMNS,
} from "~/contract/metricdatacsv";
import { DEFAULT_TIME_ZONE } from "~/domain/time-zone";
import { timeOfMinute } from "~/domain/time-of-day";
import type { CsvCell } from "~/domain/lists/csv-cells";
import { isoDayOf, type EpochDay } from "~/domain/calendar";
import type { Selectable } from "kysely";
import type {
  FacilityTable,
  Flag,
  PatientTable,
  StayTable,
  TransferTable,
} from "~server/store/schema";
import type { ReviewTable } from "~server/store/review-tables";

/**
 * Columns of each export. A transfer may have no stay; `event_time` is `HH:mm` in `event_time_zone`; `causes` are ids
 * separated by spaces.
 */
export const ROW_COLUMNS = {
  ...METRIC_COLUMNS,
  transfers: [
    ...STAY_COLUMNS,
    "long_stay_from",
    "transfer_id",
    ...EVENT_COLUMNS,
    "event_assumed",
    "event_time",
    "event_time_zone",
    "days_to_event",
    "hospital",
    "unit",
    "reason",
    "diagnosis",
    "returned_on",
    "review_state",
    "avoidable",
    "causes",
    MARK_COLUMN,
  ],
} as const satisfies Record<RowTag, readonly string[]>;

type RowColumn = (typeof ROW_COLUMNS)[RowTag][number];

type Nullable<Row> = { [Name in keyof Row]: Row[Name] | null };

/** Columns of the stay; all null for a transfer outside any stay. */
type OfStay = Pick<
  StayTable,
  "admitted_on" | "discharged_on" | "admitted_from" | "isnp" | "long_stay_from"
>;

/** Columns of the event; omitted for rows without one. */
type OfEvent = Pick<
  Selectable<TransferTable>,
  "minute_of_day" | "hospital" | "unit" | "reason" | "diagnosis" | "returned_on"
> & {
  transfer_id: number;
  event_assumed: Flag;
  /** Zone of its facility; null: New York. */
  event_zone: string | null;
  /** State of its review; null if nobody has begun one. */
  review_state: ReviewTable["state"] | null;
  avoidable: string | null;
  causes: string | null;
};

export interface MetricRow extends Nullable<OfStay>, Partial<OfEvent> {
  facility_id: number;
  facility_name: FacilityTable["name"];
  /** Null for a stay without a physician. */
  npi: number | null;
  physician_first_name: string | null;
  physician_last_name: string | null;
  patient_id: number;
  mrn: PatientTable["mrn"];
  first_name: string | null;
  last_name: string | null;
  stay_id: number | null;
  /** Days the row adds to the figure; null for figures that count no days. */
  days: number | null;
  event_on: EpochDay | null;
  event_outcome: TransferTable["outcome"] | null;
  event_planned: TransferTable["planned"] | null;
  event_facility_id: number | null;
  event_facility_name: string | null;
  census_mark?: string | null | undefined;
}

type Cell = (row: MetricRow) => CsvCell;

const CELLS: Record<Exclude<RowColumn, keyof MetricRow>, Cell> &
  Partial<Record<RowColumn, Cell>> = {
  physician_npi: (row) => row.npi,
  patient_first_name: (row) => row.first_name,
  patient_last_name: (row) => row.last_name,
  admitted_on: (row) => dayCell(row.admitted_on),
  discharged_on: (row) => dayCell(row.discharged_on),
  isnp: (row) => flagCell(row.isnp),
  long_stay_from: (row) => dayCell(row.long_stay_from),
  days_in_range: (row) => row.days,
  long_stay_days_in_range: (row) => row.days,
  event_on: (row) => dayCell(row.event_on),
  event_planned: (row) => flagCell(row.event_planned),
  event_assumed: (row) => flagCell(row.event_assumed),
  days_to_event: ({ event_on, admitted_on }) =>
    event_on === null || admitted_on === null ? null : event_on - admitted_on,
  event_time: ({ minute_of_day: minute = null }) =>
    minute === null ? null : timeOfMinute(minute),
  event_time_zone: ({ minute_of_day: minute = null, event_zone }) =>
    minute === null ? null : (event_zone ?? DEFAULT_TIME_ZONE),
  returned_on: (row) => dayCell(row.returned_on),
};

export function cellsOf(tag: RowTag, row: MetricRow): CsvCell[] {
  return ROW_COLUMNS[tag].map((name) =>
    CELLS[name] ? CELLS[name](row) : (row[name as keyof MetricRow] ?? null),
  );
}

function dayCell(day: EpochDay | null = null): string | null {
  return day === null ? null : isoDayOf(day);
}

function flagCell(flag: 0 | 1 | null = null): string | null {
  return flag === null ? null : String(flag === 1);
}
