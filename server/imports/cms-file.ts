import path from "node:path";
import * as cells from "./cells";
import { FileError } from "./census-folder";
import {
  CMS_MEASURES,
  findCmsMeasure,
  NATION,
  type CmsMeasure,
  type CmsMeasureCode,
} from "~/features/profile/rules/cms/cms-measures";
import { epochDayOf, type EpochDay, isIsoDay } from "~/domain/calendar";
import { isoDayIn } from "~/domain/lists/days-on-the-wire";
import type { CmsAverageTable, CmsScoreTable } from "~server/store/cms-tables";
import type { RowProblem } from "./read-table";
import { CsvSyntaxError, readCsvRows } from "./csv-rows";
import type { ProblemLog } from "./problem-log";

export interface CmsRow {
  scores: CmsScoreTable[];
  averages: CmsAverageTable[];
  /** The import restored the leading zeros of its CCN. */
  wasPadded: boolean;
}

type ReadCmsRow = (cells: readonly string[], today: EpochDay) => CmsRow | null;

export const CCN_HEADERS = [
  "CMS Certification Number (CCN)",
  "CMS Certification Number",
  "Federal Provider Number",
  "PROVNUM",
  "CCN",
] as const;

/**
 * NH_QualityMsr_Claims_MonYYYY.csv (dataset ijh5-nb2v of the Provider Data Catalog): the current column name, then
 * older ones. Files of 2017 have words or codes (PROVNUM, MSR_CD).
 */
const SCORE_COLUMNS = {
  ccn: CCN_HEADERS,
  state: ["State", "Provider State"],
  measure: ["Measure Code", "MSR_CD"],
  adjusted: ["Adjusted Score", "SCORE_ADJUSTED"],
  observed: ["Observed Score", "SCORE_OBSERVED"],
  expected: ["Expected Score", "SCORE_EXPECTED"],
  footnote: ["Footnote for Score", "SCORE_FN"],
  period: ["Measure Period"],
  processed: ["Processing Date", "FILEDATE"],
} as const;

/** NH_StateUSAverages_MonYYYY.csv (dataset xcdc-v8bm). */
const AVERAGE_COLUMNS = {
  place: ["State or Nation", "STATE"],
  processed: ["Processing Date", "FILEDATE"],
} as const;

/** Files of 2017 and 2018 lack some averages. The catalog's download cuts names and ends them with four characters. */
const MEASURE_COLUMNS = {
  521: [
    "Percentage of short stay residents who were rehospitalized after a nursing home admission",
    "Percentage of short stay residents who were rehospitalized_1d02",
    "QM521",
  ],
  522: [
    "Percentage of short stay residents who had an outpatient emergency department visit",
    "Percentage of short stay residents who have had an outpatient emergency department visit",
    "Percentage of short stay residents who had an outpatient em_d911",
    "QM522",
  ],
  551: ["Number of hospitalizations per 1000 long-stay resident days", "QM551"],
  552: [
    "Number of outpatient emergency department visits per 1000 long-stay resident days",
    "Number of outpatient emergency department visits per 1000 l_de9d",
    "QM552",
  ],
} as const satisfies Columns<CmsMeasureCode>;

const STATE = /^[A-Z]{2}$/;
const LONGEST_FOOTNOTE = 300;

/** Recognises a file by its header row. Throws a FileError for another kind, and for a missing or repeated column. */
export function cmsRowReader(
  header: readonly string[],
  file: string,
  tellMissing: (column: string) => void,
): ReadCmsRow {
  const measures = placesOf(header, MEASURE_COLUMNS, file);
  if (Object.values(measures).some((at) => at >= 0)) {
    for (const { code } of CMS_MEASURES) {
      if (measures[code] < 0) tellMissing(MEASURE_COLUMNS[code][0]);
    }
    return averagesReader({
      ...measures,
      ...requiredPlacesOf(header, AVERAGE_COLUMNS, file),
    });
  }
  if (columnsNamed(header, SCORE_COLUMNS.measure).length > 0) {
    return scoreReader(requiredPlacesOf(header, SCORE_COLUMNS, file));
  }
  throw new FileError(
    `${file} is no file of claims-based measures of CMS, nor one of its averages: it has neither a column ${SCORE_COLUMNS.measure[0]} nor one of averages (${MEASURE_COLUMNS[551][0]}).`,
  );
}

type Columns<Name extends string | number> = Readonly<
  Record<Name, readonly string[]>
>;

/** A missing column has -1. */
function placesOf<Name extends string | number>(
  header: readonly string[],
  columns: Columns<Name>,
  file: string,
): Record<Name, number> {
  const entries = Object.entries<readonly string[]>(columns).map(
    ([name, known]) => {
      const [place = -1, another] = columnsNamed(header, known);
      if (another !== undefined) {
        throw new FileError(`${file} has the column ${known[0]} twice.`);
      }
      return [name, place] as const;
    },
  );
  return Object.fromEntries(entries) as Record<Name, number>;
}

function requiredPlacesOf<Name extends string | number>(
  header: readonly string[],
  columns: Columns<Name>,
  file: string,
): Record<Name, number> {
  const places = placesOf(header, columns, file);
  const missing = (Object.keys(columns) as Name[])
    .filter((name) => places[name] < 0)
    .map((name) => columns[name][0]);
  if (missing.length > 0) {
    throw new FileError(`${file} has no column ${missing.join(", none ")}.`);
  }
  return places;
}

class WrongCell extends Error {
  constructor(readonly problem: RowProblem) {
    super(problem.message);
  }
}

function wrong(column: string, text: string, message: string): WrongCell {
  const problem = text === "" ? cells.BLANK : cells.wrongCell(text, message);
  return new WrongCell({ column, ...problem });
}

export function textsIn<Name extends string | number>(
  cells: readonly string[],
  places: Record<Name, number>,
) {
  return (name: Name) => (cells[places[name]] ?? "").trim();
}

function scoreReader(
  places: Record<keyof typeof SCORE_COLUMNS, number>,
): ReadCmsRow {
  return (cells, today) => {
    const text = textsIn(cells, places);
    const ccn = readCcn(text("ccn"));
    const measure = findCmsMeasure(text("measure"));
    if (!measure) return null;
    const score = {
      ccn,
      measure: measure.code,
      state: stateOf(text("state")),
      adjusted: scoreOf(text("adjusted"), measure, "Adjusted Score"),
      observed: scoreOf(text("observed"), measure, "Observed Score"),
      expected: scoreOf(text("expected"), measure, "Expected Score"),
      footnote: footnoteOf(text("footnote")),
      ...periodOf(text("period"), today),
      processed_on: dayOf(text("processed"), today),
    };
    const wasPadded = text("ccn").length < ccn.length;
    return { scores: [score], averages: [], wasPadded };
  };
}

function averagesReader(
  places: Record<keyof typeof AVERAGE_COLUMNS | CmsMeasureCode, number>,
): ReadCmsRow {
  return (cells, today) => {
    const text = textsIn(cells, places);
    const place = text("place").toUpperCase();
    if (place !== NATION && !STATE.test(place)) {
      throw wrong(
        "State or Nation",
        place,
        "is neither a state of two letters nor NATION",
      );
    }
    const processed_on = dayOf(text("processed"), today);
    const scoreIn = (measure: CmsMeasure) => {
      const [column] = MEASURE_COLUMNS[measure.code];
      return scoreOf(text(measure.code), measure, column);
    };
    const averages = CMS_MEASURES.filter(({ code }) => places[code] >= 0).map(
      (measure) => ({
        place,
        measure: measure.code,
        score: scoreIn(measure),
        processed_on,
      }),
    );
    return { scores: [], averages, wasPadded: false };
  };
}

/** Null if CMS suppresses it, which is not 0. */
function scoreOf(
  text: string,
  { most }: CmsMeasure,
  column: string,
): number | null {
  if (isNotPublished(text)) return null;
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

/** CMS has changed case, hyphens, spaces and plurals over the years. */
function comparedName(name: string): string {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ""))
    .join("");
}

export function columnsNamed(
  header: readonly string[],
  names: readonly string[],
): number[] {
  const wanted = new Set(names.map(comparedName));
  return header.flatMap((name, at) =>
    wanted.has(comparedName(name)) ? [at] : [],
  );
}

export function isNotPublished(text: string): boolean {
  return /^(not available)?$/i.test(text);
}

/** Throws a WrongCell. */
export function readCcn(text: string): string {
  const read = cells.ccn(text);
  if (read instanceof cells.Wrong)
    throw new WrongCell({ column: "CCN", ...read });
  return String(read);
}

type TellProblem = (problem: RowProblem) => void;

/**
 * Counts the rows, and reports those for which a WrongCell is thrown. Throws a FileError for a file that is empty or no
 * CSV.
 */
export async function readCmsRows(
  filePath: string,
  problems: ProblemLog,
  isNone: string,
  begin: (
    header: readonly string[],
    file: string,
    tell: TellProblem,
  ) => (cells: readonly string[], tell: TellProblem) => void,
): Promise<number> {
  const file = path.basename(filePath);
  let take: ReturnType<typeof begin> | null = null;
  let rows = 0;
  try {
    for await (const { line, cells } of readCsvRows(filePath)) {
      const tell: TellProblem = (one) => problems.add({ file, line, ...one });
      if (!take) {
        take = begin(cells, file, tell);
        continue;
      }
      rows += 1;
      try {
        take(cells, tell);
      } catch (error) {
        if (!(error instanceof WrongCell)) throw error;
        tell(error.problem);
      }
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    throw new FileError(
      `${file} ${isNone}. ${file}:${error.line}: ${error.message}`,
    );
  }
  if (!take) throw new FileError(`${file} is empty.`);
  return rows;
}

const FIRST_DAY = ["01-01", "04-01", "07-01", "10-01"];
const LAST_DAY = ["03-31", "06-30", "09-30", "12-31"];

/** Two days or two quarters, such as `20230401-20240331` and `2023Q2-2024Q1`. */
export function measurePeriodIn(text: string) {
  const [first = "", last = "", ...others] = text.split(/ ?- ?/);
  const from = periodDayIn(first, FIRST_DAY);
  const to = periodDayIn(last, LAST_DAY);
  const isWhole = first.length === last.length && others.length === 0;
  return isWhole && from && to && from <= to ? { from, to } : null;
}

function periodDayIn(text: string, ofQuarters: readonly string[]) {
  const [, year, month, date, quarter] =
    /^(\d{4})(?:(\d\d)(\d\d)|Q([1-4]))$/i.exec(text) ?? [];
  const day = quarter ? ofQuarters[Number(quarter) - 1] : `${month}-${date}`;
  const isoDay = `${year}-${day}`;
  return isIsoDay(isoDay) ? isoDay : null;
}
