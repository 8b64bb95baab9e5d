import type { Kysely } from "kysely";
import { raiseVersion } from "~server/store/data-state";
import { STAR_COLUMNS, type FacilityStars } from "~server/store/cms-tables";
import type { Schema } from "~server/store/schema";
import { keptTransaction } from "./kept-transaction";
import type { FilesImport, FilesResult } from "./run-files-import";
import { epochDayOf } from "~/domain/calendar";
import { isoDayIn } from "~/domain/lists/days-on-the-wire";
import { FileError } from "./census-folder";
import { wrongCell } from "./cells";
import {
  CCN_HEADERS,
  columnsNamed,
  isNotPublished,
  readCcn,
  readCmsRows,
  textsIn,
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
  const file = await readRatings(filePath);
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

interface FacilityRatings extends FacilityStars {
  beds: number | null;
}

type RatingsFile = Awaited<ReturnType<typeof readRatings>>;

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

const STARS = ["overall", "survey", "quality", "staffing"] as const;

/** Other columns may be missing. */
const REQUIRED = {
  ccn: "the CCN (PROVNUM, Federal Provider Number or CMS Certification Number (CCN))",
  overall: "the overall rating (Overall Rating)",
  survey: "the survey rating (Health Inspection Rating or survey_rating)",
  quality: "the quality rating (QM Rating or quality_rating)",
  staffing: "the staffing rating (Staffing Rating)",
} satisfies Partial<Record<Field, string>>;

/** The largest facility of the United States has less than a tenth. */
const MOST_BEDS = 9_999;

function findColumns(
  header: readonly string[],
  file: string,
): Record<Field, number> {
  const places = Object.fromEntries(
    Object.entries(HEADERS).map(([field, names]) => [
      field,
      columnsNamed(header, names)[0] ?? -1,
    ]),
  ) as Record<Field, number>;
  const missing = Object.entries(REQUIRED)
    .filter(([field]) => places[field as Field] < 0)
    .map(([, words]) => words);
  if (missing.length > 0) {
    throw new FileError(
      `${file} is not a CMS provider information file: it has no column for ${missing.join(", none for ")}.`,
    );
  }
  return places;
}

function ratingsOf(
  text: (field: Field) => string,
  tell: (problem: RowProblem) => void,
): FacilityRatings {
  const starOf = (field: (typeof STARS)[number]) => {
    const star = wholeNumberIn(text(field), 5);
    if (star === null && !isNotPublished(text(field))) {
      const message = "is not a whole number from 1 to 5, and becomes Unknown";
      tell({ column: `${field} rating`, ...wrongCell(text(field), message) });
    }
    return [field, star] as const;
  };
  const stars = Object.fromEntries(STARS.map(starOf)) as Record<
    (typeof STARS)[number],
    number | null
  >;
  const day = isoDayIn(text("date"), "month-first");
  return {
    beds: wholeNumberIn(text("beds"), MOST_BEDS),
    ...stars,
    stars_on: day === null ? null : epochDayOf(day),
    special_focus: focusOf(text("focus")),
    abuse: /^(y|yes|true|1)$/i.test(text("abuse")) ? 1 : 0,
  };
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
export async function readRatings(filePath: string) {
  const ratings = new Map<string, FacilityRatings>();
  const problems = new ProblemLog();
  let padded = 0;
  const isNone = "is not a CMS provider information file (CSV)";
  const rows = await readCmsRows(filePath, problems, isNone, (header, file) => {
    const places = findColumns(header, file);
    return (cells, tell) => {
      const text = textsIn(cells, places);
      const ccn = readCcn(text("ccn"));
      if (ratings.has(ccn)) {
        const message = "is there already";
        return tell({ column: "CCN", message, example: `${ccn} ${message}` });
      }
      padded += text("ccn").length < ccn.length ? 1 : 0;
      ratings.set(ccn, ratingsOf(text, tell));
    };
  });
  return { ratings, rows, padded, problems };
}
