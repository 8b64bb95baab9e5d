import path from "node:path";
import type { Kysely } from "kysely";
import { epochDayOf, newYorkDay, type EpochDay } from "~/domain/calendar";
import { refusedRemovals, type TableRemoval } from "./limits";
import type { FilesImport, FilesResult } from "./run-files-import";
import type { CmsAverageTable, CmsScoreTable } from "~server/store/cms-tables";
import type { Schema } from "~server/store/schema";
import { takeTurn } from "~server/messages/apply/apply-messages";
import { readCmsRows, cmsRowReader, type CmsRow } from "./cms-file";
import { keptTransaction } from "./kept-transaction";
import { ProblemLog } from "./problem-log";
import type { RowProblem } from "./read-table";

/** Lets scores become blank (`--allow-removal`). */
export const SCORES = "cms_scores";
const AVERAGES = "cms_averages";

interface CmsOptions extends FilesImport<CmsResult> {
  paths: readonly string[];
  allowRemoval?: ReadonlySet<string>;
  now: Date;
}

interface CmsFiles {
  /** Keyed by CCN and measure; only the newest period stays. */
  scores: Map<string, CmsScoreTable>;
  /** Keyed by place and measure; only the newest file stays. */
  averages: Map<string, CmsAverageTable>;
  rows: number;
  /** Rows of other measures. */
  others: number;
  padded: number;
  problems: ProblemLog;
}

type CmsTable = CmsScoreTable | CmsAverageTable;

function keyOf(row: CmsTable): string {
  return `${"ccn" in row ? row.ccn : row.place} ${row.measure}`;
}

/** Below 0 if `one` has an older period, or an older file of the same period. */
function compareAge(one: CmsTable, other: CmsTable): number {
  const periods =
    "ccn" in one && "ccn" in other ? one.period_to - other.period_to : 0;
  return periods || one.processed_on - other.processed_on;
}

/** Skips and reports odd and repeated rows, and periods after `today`. Throws a FileError for another kind of file. */
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
  const { problems } = files;
  for (const one of paths) {
    files.rows += await readCmsRows(
      one,
      problems,
      "is no CSV file",
      (header, file, tellHeader) => {
        const read = cmsRowReader(header, file, (column) =>
          tellHeader({
            column,
            message: "is not in this file, so these averages stay as they are",
          }),
        );
        return (cells, tell) => {
          const row = read(cells, today);
          if (row === null) files.others += 1;
          else take(files, row, tell);
        };
      },
    );
  }
  return files;
}

function take(
  files: CmsFiles,
  { scores, averages, wasPadded }: CmsRow,
  tell: (problem: RowProblem) => void,
): void {
  files.padded += wasPadded ? 1 : 0;
  const [order] = [
    ...scores.map((row) => keepNewest(files.scores, row)),
    ...averages.map((row) => keepNewest(files.averages, row)),
  ];
  if (order !== 0) return;
  const column = scores.length > 0 ? "CCN" : "State or Nation";
  tell({ column, message: "is there already" });
}

/** Returns above 0 if the row is newer than the known one, and then keeps it. */
function keepNewest<Row extends CmsTable>(
  rows: Map<string, Row>,
  row: Row,
): number {
  const known = rows.get(keyOf(row));
  const order = known ? compareAge(row, known) : 1;
  if (order > 0) rows.set(keyOf(row), row);
  return order;
}

export interface CmsResult extends FilesResult {
  files: Omit<CmsFiles, "problems">;
  facilities: number;
  withoutCcn: number;
  matched: number;
  unmatchedCcns: string[];
  foreign: number;
  /** Rows older than the stored ones; they change nothing. */
  older: number;
}

/**
 * Stores CMS's claims measures by CCN, and the averages of states and the nation (R386). Newer stored periods stay.
 * Throws a FileError for another kind of file.
 */
export async function importCms({
  store,
  paths,
  allowRemoval = new Set(),
  now,
  keep,
}: CmsOptions): Promise<CmsResult> {
  const files = await readCmsFiles(paths, epochDayOf(newYorkDay(now)));
  const work = (db: Kysely<Schema>) => storeCms(db, files, allowRemoval);
  return keptTransaction(store, work, keep);
}

async function storeCms(
  db: Kysely<Schema>,
  files: CmsFiles,
  allowRemoval: ReadonlySet<string>,
): Promise<CmsResult> {
  // Keeps other imports from changing what is compared.
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
    SCORES,
    stored.filter(({ ccn }) => own.has(ccn)),
    [...files.scores.values()].filter(({ ccn }) => own.has(ccn)),
  );
  const averages = compared(
    AVERAGES,
    await db.selectFrom("cms_averages").selectAll().execute(),
    [...files.averages.values()],
  );
  const removals = refusedRemovals(
    [blanks(stored, scores.written)],
    allowRemoval,
  );
  const unmatched = [...own].filter((ccn) => !named.has(ccn));
  const result: CmsResult = {
    files,
    facilities: facilities.length,
    withoutCcn: facilities.filter(({ ccn }) => ccn === null).length,
    matched: own.size - unmatched.length,
    unmatchedCcns: unmatched,
    foreign: [...named].filter((ccn) => !own.has(ccn)).length,
    older: scores.older + averages.older,
    tables: [scores.counts, averages.counts],
    problems: files.problems,
    removals,
  };
  if (removals.length > 0) return result;
  for (const row of scores.written) {
    await db
      .insertInto("cms_scores")
      .values(row)
      .onConflict((of) => of.columns(["ccn", "measure"]).doUpdateSet(row))
      .execute();
  }
  for (const row of averages.written) {
    await db
      .insertInto("cms_averages")
      .values(row)
      .onConflict((of) => of.columns(["place", "measure"]).doUpdateSet(row))
      .execute();
  }
  return result;
}

/** Rows to write; one that is older than the stored row changes nothing. */
function compared<Row extends CmsTable>(
  name: string,
  stored: readonly Row[],
  rows: readonly Row[],
) {
  const known = new Map(stored.map((row) => [keyOf(row), row]));
  const counts = { name, added: 0, changed: 0, unchanged: 0, removed: 0 };
  const written: Row[] = [];
  let older = 0;
  for (const row of rows) {
    const before = known.get(keyOf(row));
    const isOlder = before !== undefined && compareAge(row, before) < 0;
    if (isOlder) older += 1;
    if (isOlder || (before && isSame(row, before))) counts.unchanged += 1;
    else {
      counts[before ? "changed" : "added"] += 1;
      written.push(row);
    }
  }
  return { counts, written, older };
}

function isSame<Row extends object>(one: Row, other: Row): boolean {
  return (Object.keys(one) as (keyof Row)[]).every(
    (column) => one[column] === other[column],
  );
}

/** Stored scores that would become blank. A footnote means CMS suppresses a score, which is no removal. */
function blanks(
  stored: readonly CmsScoreTable[],
  written: readonly CmsScoreTable[],
): TableRemoval {
  const scored = new Set(
    stored.filter(({ adjusted }) => adjusted !== null).map(keyOf),
  );
  const removed = written.filter(
    (row) =>
      row.adjusted === null && row.footnote === null && scored.has(keyOf(row)),
  );
  return { name: SCORES, removed: removed.length, stored: scored.size };
}
