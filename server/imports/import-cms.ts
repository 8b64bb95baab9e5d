import path from "node:path";
import type { Kysely } from "kysely";
import { epochDayOf, newYorkDay, type EpochDay } from "~/domain/calendar";
import { refusedRemovals, type TableRemoval } from "./limits";
import type { CmsAverageTable, CmsScoreTable } from "~server/store/cms-tables";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { takeTurn } from "~server/messages/apply/apply-messages";
import { readCmsRows } from "./cms-ccn";
import { cmsRowReader, type CmsRow } from "./cms-file";
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

function compareAverages(one: CmsAverageTable, other: CmsAverageTable) {
  return one.processed_on - other.processed_on;
}

/**
 * Reads files of CMS. Odd rows are skipped and told, and so is a row that is there twice: the first counts. Throws a
 * FileError for a file of another kind.
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
  await readCmsRows(filePath, file, "is no CSV file", (header) => {
    const read = cmsRowReader(header.cells, file, (column) =>
      files.problems.add({
        file,
        line: header.line,
        column,
        message: "is not in this file, so these averages stay as they are",
      }),
    );
    return ({ line, cells }) => {
      files.rows += 1;
      take(files, read(cells, today), { file, line });
    };
  });
}

interface Place {
  file: string;
  line: number;
}

function take(files: CmsFiles, read: CmsRow, at: Place): void {
  const tellTwice = (column: string) =>
    files.problems.add({ ...at, column, message: "is there already" });
  switch (read.kind) {
    case "other":
      files.others += 1;
      return;
    case "problem":
      files.problems.add({ ...at, ...read.problem });
      return;
    case "score": {
      files.padded += read.wasPadded ? 1 : 0;
      const order = keepNewest(files.scores, scoreKey, read.row, compareScores);
      if (order === 0) tellTwice("CCN");
      return;
    }
    case "averages": {
      const orders = read.rows.map((row) =>
        keepNewest(files.averages, averageKey, row, compareAverages),
      );
      if (orders[0] === 0) tellTwice("State or Nation");
    }
  }
}

/** Gives how a row stands to the one that is known: above 0 where it is newer, and kept. */
function keepNewest<Row>(
  rows: Map<string, Row>,
  keyOf: (row: Row) => string,
  row: Row,
  compare: (one: Row, other: Row) => number,
): number {
  const known = rows.get(keyOf(row));
  const order = known ? compare(row, known) : 1;
  if (order > 0) rows.set(keyOf(row), row);
  return order;
}

export interface CmsResult {
  files: CmsFiles;
  facilities: number;
  withoutCcn: number;
  matched: number;
  unmatchedCcns: string[];
  foreign: number;
  /** Rows that are older than what is stored of them, and so change nothing. */
  older: number;
  tables: TableCounts[];
  /** Why it is refused: too many scores that are stored would become blank, and no footnote says why. */
  removals: TableRemoval[];
}

/**
 * Stores what files of CMS say of the claims of facilities, by CCN, and of states and the nation (R386). What is stored of a
 * newer period stays; facilities and states that are in no file keep what they have. Throws a FileError for a file of
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
    compareAverages,
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
  for (const row of [...scores.added, ...scores.changed]) {
    await db
      .insertInto("cms_scores")
      .values(row)
      .onConflict((of) => of.columns(["ccn", "measure"]).doUpdateSet(row))
      .execute();
  }
  for (const row of [...averages.added, ...averages.changed]) {
    await db
      .insertInto("cms_averages")
      .values(row)
      .onConflict((of) => of.columns(["place", "measure"]).doUpdateSet(row))
      .execute();
  }
  return result;
}

interface Compared<Row> {
  added: Row[];
  changed: Row[];
  unchanged: number;
  older: number;
}

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
