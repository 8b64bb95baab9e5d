import path from "node:path";
import type { Kysely } from "kysely";
import { raiseVersion } from "~server/store/data-state";
import { STAR_COLUMNS, type FacilityStars } from "~server/store/cms-tables";
import type { Schema } from "~server/store/schema";
import { keptTransaction } from "./kept-transaction";
import type { FilesImport, FilesResult } from "./run-files-import";
import { epochDayOf } from "~/domain/calendar";
import { isoDayIn } from "~/domain/lists/days-on-the-wire";
import { FileError } from "./census-folder";
import { exampleOf } from "./cells";
import {
  CCN_HEADERS,
  columnsNamed,
  isNotPublished,
  readCcn,
  readCmsRows,
} from "./cms-file";
import { ProblemLog } from "./problem-log";
import type { RowProblem } from "./read-table";

export interface RatingsResult extends FilesResult {
  file: RatingsFile;
  facilities: number;
  withoutCcn: number;
  matched: number;
  unmatchedCcns: string[];
}

/** The file may lack beds. */
function changesOf(
  facility: Partial<Record<string, unknown>>,
  { beds, ...stars }: FacilityRatings,
): Partial<FacilityRatings> | null {
  const said = { ...stars, ...(beds !== null && { beds }) };
  const isSame = Object.entries(said).every(
    ([field, value]) => facility[field] === value,
  );
  return isSame ? null : said;
}

/**
 * Stores stars, marks and certified beds of a CMS provider information file by CCN (R230). Throws a FileError for
 * another kind of file.
 */
export async function importRatings({
  store,
  filePath,
  keep,
}: FilesImport<RatingsResult> & { filePath: string }): Promise<RatingsResult> {
  const file = await readRatings(filePath, path.basename(filePath));
  return keptTransaction(store, (db) => giveRatings(db, file), keep);
}

async function giveRatings(
  db: Kysely<Schema>,
  file: RatingsFile,
): Promise<RatingsResult> {
  const facilities = await db
    .selectFrom("facilities")
    .select(["id", "ccn", "beds", ...STAR_COLUMNS])
    .orderBy("id")
    .execute();
  const unmatchedCcns: string[] = [];
  let [changed, unchanged] = [0, 0];
  for (const facility of facilities) {
    if (facility.ccn === null) continue;
    const ratings = file.ratings.get(facility.ccn);
    const changes = ratings && changesOf(facility, ratings);
    if (!ratings) unmatchedCcns.push(facility.ccn);
    else if (!changes) unchanged += 1;
    else {
      changed += 1;
      await db
        .updateTable("facilities")
        .set(changes)
        .where("id", "=", facility.id)
        .execute();
    }
  }
  if (changed > 0) await raiseVersion(db, "all");
  return {
    file,
    facilities: facilities.length,
    withoutCcn: facilities.filter(({ ccn }) => ccn === null).length,
    matched: changed + unchanged,
    unmatchedCcns,
    problems: file.problems,
    removals: [],
    tables: [{ name: "facilities", added: 0, changed, unchanged, removed: 0 }],
  };
}

export interface FacilityRatings extends FacilityStars {
  beds: number | null;
}

export interface RatingsFile {
  ratings: Map<string, FacilityRatings>;
  rows: number;
  padded: number;
  problems: ProblemLog;
}

const HEADERS = {
  ccn: CCN_HEADERS,
  overall: ["Overall Rating"],
  survey: ["Health Inspection Rating", "survey_rating"],
  quality: ["QM Rating", "quality_rating"],
  staffing: ["Staffing Rating"],
  beds: ["Number of Certified Beds", "Certified Beds", "BEDCERT"],
  date: ["Processing Date", "FILEDATE"],
  focus: ["Special Focus Status", "Special Focus Facility", "SFF"],
  abuse: ["Abuse Icon"],
} as const;

type Field = keyof typeof HEADERS;

const FIELDS = ["ccn", "overall", "survey", "quality", "staffing"] as const;

const WANTED: Record<(typeof FIELDS)[number], string> = {
  ccn: "the CCN (PROVNUM, Federal Provider Number or CMS Certification Number (CCN))",
  overall: "the overall rating (Overall Rating)",
  survey: "the survey rating (Health Inspection Rating or survey_rating)",
  quality: "the quality rating (QM Rating or quality_rating)",
  staffing: "the staffing rating (Staffing Rating)",
};

const STARS = ["overall", "survey", "quality", "staffing"] as const;
/** The largest facility of the United States has less than a tenth. */
const MOST_BEDS = 9_999;

type Places = Record<Field, number>;

function findColumns(header: string[], file: string): Places {
  const entries = Object.entries<readonly string[]>(HEADERS).map(
    ([field, names]) => [field, columnsNamed(header, names)[0] ?? -1],
  );
  const places = Object.fromEntries(entries) as Places;
  const missing = FIELDS.filter((field) => places[field] < 0).map(
    (field) => WANTED[field],
  );
  if (missing.length > 0) {
    throw new FileError(
      `${file} is not a CMS provider information file: it has no column for ${missing.join(", none for ")}.`,
    );
  }
  return places;
}

interface ReadRow {
  ccn: string;
  ratings: FacilityRatings;
  oddStars: RowProblem[];
}

function readRow(row: string[], places: Places): ReadRow | RowProblem {
  const text = (field: Field) => (row[places[field]] ?? "").trim();
  const found = readCcn(text("ccn"));
  if ("message" in found) return found;
  const day = isoDayIn(text("date"), "month-first");
  const ratings: FacilityRatings = {
    beds: wholeNumberIn(text("beds"), MOST_BEDS),
    overall: null,
    survey: null,
    quality: null,
    staffing: null,
    stars_on: day === null ? null : epochDayOf(day),
    special_focus: focusOf(text("focus")),
    abuse: /^(y|yes|true|1)$/i.test(text("abuse")) ? 1 : 0,
  };
  const oddStars: RowProblem[] = [];
  for (const field of STARS) {
    ratings[field] = wholeNumberIn(text(field), 5);
    if (ratings[field] === null && !isNotPublished(text(field))) {
      const message = "is not a whole number from 1 to 5, and becomes Unknown";
      const example = exampleOf(text(field), message);
      oddStars.push({ column: `${field} rating`, message, example });
    }
  }
  return { ccn: found.ccn, ratings, oddStars };
}

/** Accepts `57.0` too; null for anything else. */
function wholeNumberIn(text: string, most: number): number | null {
  const value = /^\d{1,9}(\.0+)?$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? value : null;
}

/** Files said Y or N until 2019, without candidates. */
function focusOf(text: string): FacilityStars["special_focus"] {
  if (/candidate/i.test(text)) return "candidate";
  return /^(sff|special focus facility|y|yes|true)$/i.test(text)
    ? "facility"
    : null;
}

/**
 * Skips and reports rows without a CCN or with a repeated one. An unpublished or invalid star is null. Throws a
 * FileError for another kind of file.
 */
export async function readRatings(
  path: string,
  file: string,
): Promise<RatingsFile> {
  const read: RatingsFile = {
    ratings: new Map(),
    rows: 0,
    padded: 0,
    problems: new ProblemLog([file]),
  };
  const isNone = "is not a CMS provider information file (CSV)";
  await readCmsRows(path, file, isNone, (header) => {
    const places = findColumns(header.cells, file);
    return ({ line, cells }) => {
      read.rows += 1;
      const tell = (problem: RowProblem) =>
        read.problems.add({ file, line, ...problem });
      const found = readRow(cells, places);
      if ("message" in found) return tell(found);
      const { ccn, ratings, oddStars } = found;
      if (read.ratings.has(ccn)) {
        const message = "is there already";
        return tell({ column: "CCN", message, example: `${ccn} ${message}` });
      }
      oddStars.forEach(tell);
      const given = (cells[places.ccn] ?? "").trim();
      read.padded += given.length < ccn.length ? 1 : 0;
      read.ratings.set(ccn, ratings);
    };
  });
  return read;
}
