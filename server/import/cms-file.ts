import { CommandError } from "~server/command-line/command-error";
import {
  CMS_MEASURES,
  findCmsMeasure,
  NATION,
  type CmsMeasure,
} from "~/domain/cms/cms-measures";
import { measurePeriodIn } from "~/domain/cms/measure-period";
import { epochDayOf, type EpochDay } from "~/domain/calendar";
import { isoDayIn } from "~/domain/lists/days-on-the-wire";
import type { CmsAverageTable, CmsScoreTable } from "~server/store/cms-tables";
import { exampleOf } from "./cells";
import { CCN_HEADERS, headerNames, readCcn } from "./cms-ccn";
import type { RowProblem } from "./read-table";

/** A file that is none of CMS's; the message says why. */
export class CmsFileError extends CommandError {}

/** What a row of a file says; `other` is a measure that nobody asked for. */
export type CmsRow =
  | { kind: "score"; row: CmsScoreTable; wasPadded: boolean }
  | { kind: "averages"; rows: CmsAverageTable[] }
  | { kind: "other" }
  | { kind: "problem"; problem: RowProblem };

export type ReadCmsRow = (cells: readonly string[], today: EpochDay) => CmsRow;

/**
 * The columns of NH_QualityMsr_Claims_MonYYYY.csv (dataset ijh5-nb2v of the Provider Data Catalog): CMS Certification
 * Number (CCN), Provider Name, Provider Address, City/Town, State, ZIP Code, Measure Code, Measure Description, Resident
 * type, Adjusted Score, Observed Score, Expected Score, Footnote for Score, Used in Quality Measure Five Star Rating,
 * Measure Period, Location, Processing Date. So they stand in public code that reads files of 2022 to 2026; in 2017 the
 * first was Federal Provider Number and the state Provider State. Names are compared by letters and digits alone.
 */
const SCORE_COLUMNS = {
  ccn: CCN_HEADERS,
  state: ["state", "providerstate"],
  measure: ["measurecode"],
  adjusted: ["adjustedscore"],
  observed: ["observedscore"],
  expected: ["expectedscore"],
  footnote: ["footnoteforscore"],
  period: ["measureperiod"],
  processed: ["processingdate"],
} as const;

/**
 * Those of NH_StateUSAverages_MonYYYY.csv (dataset xcdc-v8bm), of which these are asked for. What the catalog's own download
 * cuts short and ends with four characters is known as well.
 */
const AVERAGE_COLUMNS = {
  place: ["stateornation"],
  "521": [
    "percentageofshortstayresidentswhowererehospitalizedafteranursinghomeadmission",
    "percentageofshortstayresidentswhowererehospitalized1d02",
  ],
  "522": [
    "percentageofshortstayresidentswhohadanoutpatientemergencydepartmentvisit",
    "percentageofshortstayresidentswhohadanoutpatientemd911",
  ],
  "551": ["numberofhospitalizationsper1000longstayresidentdays"],
  "552": [
    "numberofoutpatientemergencydepartmentvisitsper1000longstayresidentdays",
    "numberofoutpatientemergencydepartmentvisitsper1000lde9d",
  ],
  processed: ["processingdate"],
} as const;

/** How a column is called where it is missing. */
const COLUMN_WORDS: Record<string, string> = {
  ccn: "CMS Certification Number (CCN)",
  state: "State",
  measure: "Measure Code",
  adjusted: "Adjusted Score",
  observed: "Observed Score",
  expected: "Expected Score",
  footnote: "Footnote for Score",
  period: "Measure Period",
  processed: "Processing Date",
  place: "State or Nation",
  521: "Percentage of short stay residents who were rehospitalized after a nursing home admission",
  522: "Percentage of short stay residents who had an outpatient emergency department visit",
  551: "Number of hospitalizations per 1000 long-stay resident days",
  552: "Number of outpatient emergency department visits per 1000 long-stay resident days",
};

const STATE = /^[A-Z]{2}$/;
const LONGEST_FOOTNOTE = 300;

/**
 * How the rows of a file are read, by the names in its header row; its own name says nothing. Throws a CmsFileError for a
 * file of another kind, and for one that lacks a column or has it twice.
 */
export function cmsRowReader(
  header: readonly string[],
  file: string,
): ReadCmsRow {
  const names = headerNames(header);
  if (names.includes("stateornation")) {
    return averagesReader(placesOf(names, AVERAGE_COLUMNS, file));
  }
  if (names.includes("measurecode")) {
    return scoreReader(placesOf(names, SCORE_COLUMNS, file));
  }
  throw new CmsFileError(
    `${file} is no file of claims-based measures of CMS, nor one of its averages: it has neither a column Measure Code nor State or Nation.`,
  );
}

/** Where each column is. */
function placesOf<Name extends string>(
  names: readonly string[],
  columns: Readonly<Record<Name, readonly string[]>>,
  file: string,
): Record<Name, number> {
  const missing: string[] = [];
  const entries = Object.entries<readonly string[]>(columns).map(
    ([name, known]) => {
      const found = names.flatMap((one, at) =>
        known.includes(one) ? [at] : [],
      );
      const words = COLUMN_WORDS[name] ?? name;
      if (found.length > 1) {
        throw new CmsFileError(`${file} has the column ${words} twice.`);
      }
      if (found.length === 0) missing.push(words);
      return [name, found[0] ?? -1] as const;
    },
  );
  if (missing.length > 0) {
    throw new CmsFileError(`${file} has no column ${missing.join(", none ")}.`);
  }
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** A cell that is not what it should be. */
class WrongCell extends Error {
  constructor(readonly problem: RowProblem) {
    super(problem.message);
  }
}

function wrong(column: string, text: string, message: string): WrongCell {
  const said = text === "" ? "must not be blank" : message;
  const example = text === "" ? said : exampleOf(text, said);
  return new WrongCell({ column, message: said, example });
}

/** Gives what is wrong with a row instead of throwing it. */
function reading(read: () => CmsRow): CmsRow {
  try {
    return read();
  } catch (error) {
    if (error instanceof WrongCell) {
      return { kind: "problem", problem: error.problem };
    }
    throw error;
  }
}

function scoreReader(places: Record<keyof typeof SCORE_COLUMNS, number>) {
  return (cells: readonly string[], today: EpochDay): CmsRow =>
    reading(() => {
      const text = (name: keyof typeof SCORE_COLUMNS) =>
        (cells[places[name]] ?? "").trim();
      const found = readCcn(text("ccn"));
      if ("message" in found) throw new WrongCell(found);
      const measure = findCmsMeasure(text("measure"));
      if (!measure) return { kind: "other" };
      const row = {
        ccn: found.ccn,
        measure: measure.code,
        state: stateOf(text("state")),
        adjusted: scoreOf(text("adjusted"), measure, "Adjusted Score"),
        observed: scoreOf(text("observed"), measure, "Observed Score"),
        expected: scoreOf(text("expected"), measure, "Expected Score"),
        footnote: footnoteOf(text("footnote")),
        ...periodOf(text("period"), today),
        processed_on: dayOf(text("processed"), today),
      };
      const wasPadded = text("ccn").length < found.ccn.length;
      return { kind: "score", row, wasPadded };
    });
}

function averagesReader(places: Record<keyof typeof AVERAGE_COLUMNS, number>) {
  return (cells: readonly string[], today: EpochDay): CmsRow =>
    reading(() => {
      const text = (name: keyof typeof AVERAGE_COLUMNS) =>
        (cells[places[name]] ?? "").trim();
      const place = text("place").toUpperCase();
      if (place !== NATION && !STATE.test(place)) {
        throw wrong(
          "State or Nation",
          place,
          "is neither a state of two letters nor NATION",
        );
      }
      const processed_on = dayOf(text("processed"), today);
      const rows = CMS_MEASURES.map((measure) => ({
        place,
        measure: measure.code,
        score: scoreOf(
          text(`${measure.code}`),
          measure,
          COLUMN_WORDS[measure.code] ?? "",
        ),
        processed_on,
      }));
      return { kind: "averages", rows };
    });
}

/** Null where it is blank: CMS suppresses it, which is not 0. */
function scoreOf(
  text: string,
  { most }: CmsMeasure,
  column: string,
): number | null {
  if (text === "") return null;
  const score = /^\d{1,4}(\.\d{1,12})?$/.test(text) ? Number(text) : NaN;
  if (score <= most) return score;
  throw wrong(column, text, `is not a number from 0 to ${most}`);
}

function stateOf(text: string): string | null {
  const state = text.toUpperCase();
  if (state === "") return null;
  if (STATE.test(state)) return state;
  throw wrong("State", text, "is not a state of two letters");
}

function footnoteOf(text: string): string | null {
  if (text === "") return null;
  if (text.length <= LONGEST_FOOTNOTE) return text;
  throw wrong(
    "Footnote for Score",
    text,
    `has more than ${LONGEST_FOOTNOTE} characters`,
  );
}

function periodOf(text: string, today: EpochDay) {
  const period = measurePeriodIn(text);
  if (!period) {
    throw wrong(
      "Measure Period",
      text,
      "is not a period (expected like 20230401-20240331 or 2023Q2-2024Q1)",
    );
  }
  const period_to = epochDayOf(period.to);
  if (period_to > today) {
    throw wrong("Measure Period", text, "ends in the future");
  }
  return { period_from: epochDayOf(period.from), period_to };
}

function dayOf(text: string, today: EpochDay): EpochDay {
  const day = isoDayIn(text, "month-first");
  if (day === null) {
    throw wrong("Processing Date", text, "is not a date (expected yyyy-MM-dd)");
  }
  if (epochDayOf(day) > today) {
    throw wrong("Processing Date", text, "is in the future");
  }
  return epochDayOf(day);
}
