import { isoDayOf } from "~/domain/calendar";
import { SHORT_STAY_DAYS } from "~server/measures/long-stay";
import * as cells from "./cells";
import { type Cell, type CellValue, instantOf } from "./cells";
import type { FacilityClocks } from "~server/store/facility-clocks";
import type { RowProblem } from "./read-table";

export const CENSUS_TABLES = [
  "divisions",
  "regions",
  "facilities",
  "physicians",
  "patients",
  "merges",
  "stays",
  "transfers",
  "notes",
] as const;

export type CensusTableName = (typeof CENSUS_TABLES)[number];

/** Only its own row takes back a merge. */
export const REMOVABLE_CENSUS_TABLES = CENSUS_TABLES.filter(
  (name) => name !== "merges",
);

/** Whether an id exists after the import; null if its file was not fully read. */
export type IdCheck = (name: CensusTableName, id: number) => boolean | null;

type Values = Record<string, CellValue>;

export interface CensusColumn {
  name: string;
  to: string;
  type: "bigint" | "text";
  cell: Cell;
  references?: CensusTableName;
  /** Keeps spaces around the text. */
  verbatim?: boolean;
  mayBeMissing?: boolean;
  /** The import settles its value apart; no row is compared by it. */
  isApart?: boolean;
}

export type StoredColumn = Pick<CensusColumn, "to" | "type" | "isApart">;

export type DerivedStart = number | string | { column: string; plus: number };

export interface CensusTable {
  name: CensusTableName;
  file: string;
  /** The first column is the id that rows are matched by. */
  columns: readonly [CensusColumn, ...CensusColumn[]];
  /** Stored columns that no file has, filled while the rows are staged. */
  kept?: readonly StoredColumn[];
  /** Checks a row across cells; may settle one cell by the others. */
  checkRow?: (values: Values) => RowProblem[];
  marked?: Readonly<Record<string, CellValue>>;
  derived?: Readonly<Record<string, DerivedStart>>;
}

export function storedColumns({
  columns,
  kept = [],
}: CensusTable): readonly StoredColumn[] {
  return [...columns, ...kept];
}

/** The patient in the file, if a merge gave the row to another (R243). */
const RECORDED_PATIENT: StoredColumn = {
  to: "recorded_patient_id",
  type: "bigint",
};

const number = (
  name: string,
  cell: Cell,
  references?: CensusTableName,
): CensusColumn => ({ name, to: name, type: "bigint", cell, references });

const text = (name: string, cell: Cell): CensusColumn => ({
  name,
  to: name,
  type: "text",
  cell,
});

/** If a file leaves it out, the stored value stays (R309). */
const further = (column: CensusColumn): CensusColumn => ({
  ...column,
  mayBeMissing: true,
});

const label = cells.text(200);
const phrase = cells.text(500);
const note = cells.text(20_000);
const { day, id, optional } = cells;

const inFuture = (column: string, text: string): RowProblem => ({
  column,
  message: "is in the future",
  example: `${text} is in the future`,
});

function daysToCome(
  clocks: FacilityClocks,
  facilityId: CellValue | undefined,
  values: Values,
  columns: readonly string[],
): RowProblem[] {
  return columns.flatMap((column) => {
    const day = values[column];
    return typeof day === "number" && day > clocks.todayAt(facilityId)
      ? [inFuture(column, isoDayOf(day))]
      : [];
  });
}

function daysOfData(clocks: FacilityClocks, values: Values): RowProblem[] {
  const { data_from: from, data_through: through } = values;
  const columns = ["data_from", "data_through"];
  const problems = daysToCome(clocks, values.id, values, columns);
  return typeof from === "number" &&
    typeof through === "number" &&
    through < from
    ? [
        ...problems,
        { column: "data_from", message: "lies after the day of data_through" },
      ]
    : problems;
}

const pastDays =
  (clocks: FacilityClocks, first: string, column: string, what: string) =>
  (values: Values): RowProblem[] => {
    const columns = [first, column];
    const problems = daysToCome(clocks, values.facility_id, values, columns);
    const [from, to] = [values[first], values[column]];
    return typeof from === "number" && typeof to === "number" && to < from
      ? [...problems, { column, message: `lies before the day of ${what}` }]
      : problems;
  };

/** A time without an offset is the facility's local time (R480). */
const settleNoteTime =
  (clocks: FacilityClocks) =>
  (values: Values): RowProblem[] => {
    const text = values.noted_at;
    if (typeof text !== "string") return [];
    const instant = instantOf(text, clocks.zoneOf(values.facility_id));
    values.noted_at = instant?.toISOString() ?? null;
    return instant && instant > clocks.now ? [inFuture("noted_at", text)] : [];
  };

/** The census format (R229); facilities.csv may set the clocks. */
export function censusTables(clocks: FacilityClocks): CensusTable[] {
  const { now } = clocks;
  // An imported row counts until a later message.
  const word = { said_ms: now.getTime(), word_of: null, recorded: null };
  return [
    {
      name: "divisions",
      file: "divisions.csv",
      columns: [
        { ...number("division_id", id), to: "id" },
        { ...text("division_name", label), to: "name" },
      ],
    },
    {
      name: "regions",
      file: "regions.csv",
      columns: [
        { ...number("region_id", id), to: "id" },
        { ...text("region_name", label), to: "name" },
        number("division_id", id, "divisions"),
      ],
    },
    {
      name: "facilities",
      file: "facilities.csv",
      columns: [
        { ...number("facility_id", id), to: "id" },
        { ...text("facility_name", label), to: "name" },
        number("region_id", id, "regions"),
        text("ccn", optional(cells.ccn)),
        number("overall", cells.stars),
        number("survey", cells.stars),
        number("quality", cells.stars),
        number("staffing", cells.stars),
        {
          ...further(number("data_through", optional(day))),
          isApart: true,
        },
        further(number("data_from", optional(day))),
        further(text("time_zone", optional(cells.timeZone))),
      ],
      checkRow: (values) => {
        clocks.setZone(values.id, values.time_zone);
        return daysOfData(clocks, values);
      },
    },
    {
      name: "physicians",
      file: "physicians.csv",
      columns: [
        number("npi", id),
        text("first_name", optional(cells.name)),
        text("last_name", optional(cells.name)),
        text("credentials", optional(label)),
        text("primary_specialty", optional(label)),
        text("alternate_specialty", optional(label)),
        text("organization_legal_name", optional(label)),
      ],
    },
    {
      name: "patients",
      file: "patients.csv",
      columns: [
        { ...number("patient_id", id), to: "id" },
        text("mrn", optional(label)),
        text("first_name", optional(cells.name)),
        text("last_name", optional(cells.name)),
        number("frailty_score", optional(cells.wholeNumber(-1, 100))),
      ],
    },
    {
      name: "merges",
      file: "merges.csv",
      columns: [
        { ...number("from", id, "patients"), to: "from_id" },
        { ...number("into", optional(id), "patients"), to: "into_id" },
      ],
      marked: { word_of: null },
      derived: { merged_at: now.toISOString() },
    },
    {
      name: "stays",
      file: "stays.csv",
      columns: [
        { ...number("stay_id", id), to: "id" },
        number("patient_id", id, "patients"),
        number("facility_id", id, "facilities"),
        number("npi", optional(id), "physicians"),
        number("admitted_on", day),
        number("discharged_on", optional(day)),
        text("admitted_from", cells.oneOf(["hospital", "community", "other"])),
        number("isnp", cells.flag),
        further(text("unit", optional(label))),
      ],
      kept: [RECORDED_PATIENT],
      checkRow: pastDays(clocks, "admitted_on", "discharged_on", "admission"),
      marked: word,
      derived: {
        long_stay_from: { column: "admitted_on", plus: SHORT_STAY_DAYS },
        rth: 0,
        ed: 0,
      },
    },
    {
      name: "transfers",
      file: "transfers.csv",
      columns: [
        { ...number("transfer_id", id), to: "id" },
        number("patient_id", id, "patients"),
        number("facility_id", id, "facilities"),
        number("transferred_on", day),
        text("outcome", cells.oneOf(["inpatient", "observation", "ed_only"])),
        number("planned", cells.flag),
        further({
          ...number("time_of_day", optional(cells.timeOfDay)),
          to: "minute_of_day",
        }),
        further(text("hospital", optional(label))),
        further(text("unit", optional(label))),
        further(text("reason", optional(phrase))),
        further(text("diagnosis", optional(phrase))),
        further(number("returned_on", optional(day))),
      ],
      kept: [RECORDED_PATIENT],
      checkRow: pastDays(
        clocks,
        "transferred_on",
        "returned_on",
        "the transfer",
      ),
      marked: { ...word, assumed: 0 },
      derived: { long_stay: 0 },
    },
    {
      name: "notes",
      file: "notes.csv",
      columns: [
        { ...number("note_id", id), to: "id" },
        number("patient_id", id, "patients"),
        number("facility_id", id, "facilities"),
        number("npi", optional(id), "physicians"),
        text("noted_at", cells.dateTime),
        text("note_type", cells.text(100)),
        { ...text("note_text", note), verbatim: true },
        text("provider", optional(label)),
        number("high_risk", cells.flag),
      ],
      kept: [RECORDED_PATIENT],
      checkRow: settleNoteTime(clocks),
    },
  ];
}
