import { CommandError } from "~server/command-line/command-error";
import * as cells from "./cells";
import { CCN_HEADERS, headerNames, readCcn } from "./cms-ccn";
import { CsvSyntaxError, readCsvRows } from "./csv-rows";
import { ProblemLog } from "./problem-log";
import type { RowProblem } from "./read-table";

/** What CMS says of a facility: its stars, and its certified beds, null where the file does not tell them. */
export interface FacilityRatings {
  beds: number | null;
  overall: number;
  survey: number;
  quality: number;
  staffing: number;
}

export interface RatingsFile {
  /** By CCN. */
  ratings: Map<string, FacilityRatings>;
  rows: number;
  /** Rows whose CCN got its leading zeros back. */
  padded: number;
  /** Rows that were skipped, with the reason. */
  skipped: ProblemLog;
}

/** A file that is no CMS provider information; the message says why. */
export class RatingsFileError extends CommandError {}

/** The names that a column has had over the years, letters and digits alone. */
const HEADERS = {
  ccn: CCN_HEADERS,
  overall: ["overallrating"],
  survey: ["healthinspectionrating", "surveyrating"],
  quality: ["qmrating", "qualityrating"],
  staffing: ["staffingrating"],
  beds: ["numberofcertifiedbeds", "certifiedbeds", "bedcert"],
} as const;

type Field = keyof typeof HEADERS;

/** The columns without which a file is of another kind. */
const FIELDS = ["ccn", "overall", "survey", "quality", "staffing"] as const;

const WANTED: Record<(typeof FIELDS)[number], string> = {
  ccn: "the CCN (PROVNUM, Federal Provider Number or CMS Certification Number (CCN))",
  overall: "the overall rating (Overall Rating)",
  survey: "the survey rating (Health Inspection Rating or survey_rating)",
  quality: "the quality rating (QM Rating or quality_rating)",
  staffing: "the staffing rating (Staffing Rating)",
};

const STARS = ["overall", "survey", "quality", "staffing"] as const;
const star = cells.wholeNumber(1, 5);
/** The largest facility of the United States has less than a tenth of it. */
const bedCount = cells.wholeNumber(1, 9_999);

type Places = Record<Field, number>;

function findColumns(header: string[], file: string): Places {
  const names = headerNames(header);
  const place = (field: Field) =>
    names.findIndex((name) => HEADERS[field].some((known) => known === name));
  const places: Places = {
    ccn: place("ccn"),
    overall: place("overall"),
    survey: place("survey"),
    quality: place("quality"),
    staffing: place("staffing"),
    beds: place("beds"),
  };
  const missing = FIELDS.filter((field) => places[field] < 0).map(
    (field) => WANTED[field],
  );
  if (missing.length > 0) {
    throw new RatingsFileError(
      `${file} is not a CMS provider information file: it has no column for ${missing.join(", none for ")}.`,
    );
  }
  return places;
}

function readRow(
  row: string[],
  places: Places,
): { ccn: string; ratings: FacilityRatings } | RowProblem {
  const text = (field: Field) => (row[places[field]] ?? "").trim();
  const found = readCcn(text("ccn"));
  if ("message" in found) return found;
  const beds = bedCount.safeParse(text("beds"));
  const ratings: FacilityRatings = {
    beds: beds.success && beds.data !== null ? Number(beds.data) : null,
    overall: 0,
    survey: 0,
    quality: 0,
    staffing: 0,
  };
  for (const field of STARS) {
    const read = star.safeParse(text(field));
    if (!read.success) {
      return { column: `${field} rating`, ...cells.wrongOf(read.error) };
    }
    ratings[field] = Number(read.data);
  }
  return { ccn: found.ccn, ratings };
}

/**
 * Reads the star ratings and certified beds of a CMS provider information file. Odd rows are skipped and told; of a facility that is
 * there twice the first row counts. Throws a RatingsFileError for a file of another kind.
 */
export async function readRatings(
  path: string,
  file: string,
): Promise<RatingsFile> {
  const read: RatingsFile = {
    ratings: new Map(),
    rows: 0,
    padded: 0,
    skipped: new ProblemLog([file]),
  };
  let places: Places | null = null;
  try {
    for await (const { line, cells: row } of readCsvRows(path)) {
      if (!places) {
        places = findColumns(row, file);
        continue;
      }
      read.rows += 1;
      const found = readRow(row, places);
      if ("message" in found) {
        read.skipped.add({ file, line, ...found });
        continue;
      }
      if (read.ratings.has(found.ccn)) {
        read.skipped.add({
          file,
          line,
          column: "CCN",
          message: "is there already",
          example: `${found.ccn} is there already`,
        });
        continue;
      }
      const given = (row[places.ccn] ?? "").trim();
      read.padded += given.length < found.ccn.length ? 1 : 0;
      read.ratings.set(found.ccn, found.ratings);
    }
  } catch (error) {
    if (error instanceof CsvSyntaxError) {
      throw new RatingsFileError(
        `${file} is not a CMS provider information file (CSV). ${file}:${error.line}: ${error.message}`,
      );
    }
    throw error;
  }
  if (!places) {
    throw new RatingsFileError(`${file} is empty.`);
  }
  return read;
}
