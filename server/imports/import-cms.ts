import path from "node:path";
import type { Kysely } from "kysely";
import { epochDayOf, newYorkDay, type EpochDay } from "~/domain/calendar";
import {
  refusedRemovals,
  type TableRemoval,
} from "~/features/imports/rules/removal-limit";
import type { CmsAverageTable, CmsScoreTable } from "~server/store/cms-tables";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { takeTurn } from "~server/messages/apply/apply-messages";
import {
  CmsFileError,
  cmsRowReader,
  type CmsRow,
  type ReadCmsRow,
} from "./cms-file";
import { CsvSyntaxError, readCsvRows } from "./csv-rows";
import { keptTransaction, type KeepResult } from "./kept-transaction";
import { ProblemLog } from "./problem-log";

/** The name under which scores are to be allowed to become blank. */
export const SCORES = "cms_scores";
const AVERAGES = "cms_averages";

export interface CmsOptions {
  store: Store;
  paths: readonly string[];
  /** Scores may become blank without a footnote, however many (R233). */
  allowRemoval?: ReadonlySet<string>;
  now: Date;
  keep?: KeepResult<CmsResult>;
}

export interface TableCounts {
  name: string;
  added: number;
  changed: number;
  unchanged: number;
  removed: 0;
}

interface CmsFiles {
  /** By CCN and measure: of several periods the newest. */
  scores: Map<string, CmsScoreTable>;
  /** By place and measure: the newest. */
  averages: Map<string, CmsAverageTable>;
  rows: number;
  /** Rows of measures that are not asked for. */
  others: number;
  /** Rows whose CCN got its leading zeros back. */
  padded: number;
  /** Rows that were skipped, and columns that are missing. */
  problems: ProblemLog;
}

function scoreKey({
  ccn,
  measure,
}: Pick<CmsScoreTable, "ccn" | "measure">): string {
  return `${ccn} ${measure}`;
}

function averageKey({
  place,
  measure,
}: Pick<CmsAverageTable, "place" | "measure">): string {
  return `${place} ${measure}`;
}

/** Below 0 where a score is of an older period, or of an older file of the same one; above 0 where it is newer. */
function compareScores(one: CmsScoreTable, other: CmsScoreTable) {
  return (
    one.period_to - other.period_to || one.processed_on - other.processed_on
  );
}

/**
 * Reads files of CMS. Odd rows are skipped and told, and so is a row that is there twice: the first counts. Throws a
 * CmsFileError for a file of another kind.
 *
 * @param today no period may end after it
 */
export async function readCmsFiles(
  paths: readonly string[],
  today: EpochDay,
): Promise<CmsFiles> {
  const files: CmsFiles = {
    scores: new Map(),
    averages: new Map(),
    rows: 0,
    others: 0,
    padded: 0,
    problems: new ProblemLog(paths.map((one) => path.basename(one))),
  };
  for (const one of paths) await readFileInto(files, one, today);
  return files;
}

async function readFileInto(
  files: CmsFiles,
  filePath: string,
  today: EpochDay,
): Promise<void> {
  const file = path.basename(filePath);
  let read: ReadCmsRow | null = null;
  try {
    for await (const { line, cells } of readCsvRows(filePath)) {
      if (!read) {
        read = cmsRowReader(cells, file, (column) =>
          files.problems.add({
            file,
            line,
            column,
            message: "is not in this file, so these averages stay as they are",
          }),
        );
        continue;
      }
      files.rows += 1;
      take(files, read(cells, today), { file, line });
    }
  } catch (error) {
    if (error instanceof CsvSyntaxError) {
      throw new CmsFileError(
        `${file} is no CSV file. ${file}:${error.line}: ${error.message}`,
      );
    }
    throw error;
  }
  if (!read) throw new CmsFileError(`${file} is empty.`);
}

interface Place {
  file: string;
  line: number;
}

function take(files: CmsFiles, read: CmsRow, at: Place): void {
  switch (read.kind) {
    case "other":
      files.others += 1;
      return;
    case "problem":
      files.problems.add({ ...at, ...read.problem });
      return;
    case "score":
      files.padded += read.wasPadded ? 1 : 0;
      takeScore(files, read.row, at);
      return;
    case "averages":
      takeAverages(files, read.rows, at);
  }
}

function takeScore(files: CmsFiles, row: CmsScoreTable, at: Place): void {
  const key = scoreKey(row);
  const known = files.scores.get(key);
  const order = known ? compareScores(row, known) : 1;
  if (order === 0) tellTwice(files, at, "CCN");
  if (order > 0) files.scores.set(key, row);
}

function takeAverages(
  files: CmsFiles,
  rows: readonly CmsAverageTable[],
  at: Place,
): void {
  for (const [index, row] of rows.entries()) {
    const key = averageKey(row);
    const known = files.averages.get(key);
    const order = known ? row.processed_on - known.processed_on : 1;
    if (order === 0 && index === 0) tellTwice(files, at, "State or Nation");
    if (order > 0) files.averages.set(key, row);
  }
}

function tellTwice({ problems }: CmsFiles, at: Place, column: string): void {
  problems.add({ ...at, column, message: "is there already" });
}

export interface CmsResult {
  files: CmsFiles;
  facilities: number;
  withoutCcn: number;
  /** Facilities whose CCN is in the files. */
  matched: number;
  /** CCNs of facilities that are not. */
  unmatchedCcns: string[];
  /** CCNs of the files that no facility has. */
  foreign: number;
  /** Rows that are older than what is stored of them, and so change nothing. */
  older: number;
  tables: TableCounts[];
  /** Why it is refused: too many scores that are stored would become blank, and no footnote says why. */
  removals: TableRemoval[];
}

/**
 * Stores what files of CMS say of the claims of facilities, by CCN, and of states and the nation (R386). What is stored of a
 * newer period stays; facilities and states that are in no file keep what they have. Throws a CmsFileError for a file of
 * another kind.
 */
export async function importCms({
  store,
  paths,
  allowRemoval = new Set(),
  now,
  keep = () => Promise.resolve(true),
}: CmsOptions): Promise<CmsResult> {
  const files = await readCmsFiles(paths, epochDayOf(newYorkDay(now)));
  return keptTransaction(
    store,
    (db) => storeCms(db, files, allowRemoval),
    async (db, result) => result.removals.length === 0 && keep(db, result),
  );
}

async function storeCms(
  db: Kysely<Schema>,
  files: CmsFiles,
  allowRemoval: ReadonlySet<string>,
): Promise<CmsResult> {
  // What is stored is compared with what comes: another import may not change it meanwhile.
  await takeTurn(db);
  const facilities = await db
    .selectFrom("facilities")
    .select("ccn")
    .orderBy("id")
    .execute();
  const own = new Set(facilities.flatMap(({ ccn }) => ccn ?? []));
  const named = new Set([...files.scores.values()].map(({ ccn }) => ccn));
  const stored = await db.selectFrom("cms_scores").selectAll().execute();
  const scores = compared(
    stored.filter(({ ccn }) => own.has(ccn)),
    [...files.scores.values()].filter(({ ccn }) => own.has(ccn)),
    scoreKey,
    compareScores,
  );
  const averages = compared(
    await db.selectFrom("cms_averages").selectAll().execute(),
    [...files.averages.values()],
    averageKey,
    (one, other) => one.processed_on - other.processed_on,
  );
  const removals = refusedRemovals([blanks(stored, scores)], allowRemoval);
  const unmatched = [...own].filter((ccn) => !named.has(ccn));
  const result: CmsResult = {
    files,
    facilities: facilities.length,
    withoutCcn: facilities.filter(({ ccn }) => ccn === null).length,
    matched: own.size - unmatched.length,
    unmatchedCcns: unmatched,
    foreign: [...named].filter((ccn) => !own.has(ccn)).length,
    older: scores.older + averages.older,
    tables: [countsOf(SCORES, scores), countsOf(AVERAGES, averages)],
    removals,
  };
  if (removals.length > 0) return result;
  await writeScores(db, scores);
  await writeAverages(db, averages);
  return result;
}

interface Compared<Row> {
  added: Row[];
  changed: Row[];
  unchanged: number;
  older: number;
}

/** What rows change of those that are stored. */
function compared<Row extends CmsScoreTable | CmsAverageTable>(
  stored: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  order: (one: Row, other: Row) => number,
): Compared<Row> {
  const known = new Map(stored.map((row) => [keyOf(row), row]));
  const found: Compared<Row> = {
    added: [],
    changed: [],
    unchanged: 0,
    older: 0,
  };
  for (const row of rows) {
    const before = known.get(keyOf(row));
    if (!before) found.added.push(row);
    else if (order(row, before) < 0) found.older += 1;
    else if (isSame(row, before)) found.unchanged += 1;
    else found.changed.push(row);
  }
  return found;
}

function isSame<Row extends object>(one: Row, other: Row): boolean {
  return (Object.keys(one) as (keyof Row)[]).every(
    (column) => one[column] === other[column],
  );
}

/** Scores that are stored and would become blank. A footnote says that CMS suppresses a score, which is no removal. */
function blanks(
  stored: readonly CmsScoreTable[],
  { changed }: Compared<CmsScoreTable>,
): TableRemoval {
  const told = new Set(
    stored.filter(({ adjusted }) => adjusted !== null).map(scoreKey),
  );
  const removed = changed.filter(
    ({ adjusted, footnote, ...row }) =>
      adjusted === null && footnote === null && told.has(scoreKey(row)),
  );
  return { name: SCORES, removed: removed.length, stored: told.size };
}

function countsOf(
  name: string,
  { added, changed, unchanged, older }: Compared<unknown>,
): TableCounts {
  return {
    name,
    added: added.length,
    changed: changed.length,
    unchanged: unchanged + older,
    removed: 0,
  };
}

async function writeScores(
  db: Kysely<Schema>,
  { added, changed }: Compared<CmsScoreTable>,
): Promise<void> {
  for (const row of [...added, ...changed]) {
    await db
      .insertInto("cms_scores")
      .values(row)
      .onConflict((of) => of.columns(["ccn", "measure"]).doUpdateSet(row))
      .execute();
  }
}

async function writeAverages(
  db: Kysely<Schema>,
  { added, changed }: Compared<CmsAverageTable>,
): Promise<void> {
  for (const row of [...added, ...changed]) {
    await db
      .insertInto("cms_averages")
      .values(row)
      .onConflict((of) => of.columns(["place", "measure"]).doUpdateSet(row))
      .execute();
  }
}
