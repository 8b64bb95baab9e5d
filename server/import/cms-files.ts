import path from "node:path";
import type { CmsAverageTable, CmsScoreTable } from "~server/store/cms-tables";
import type { EpochDay } from "~/domain/calendar";
import {
  CmsFileError,
  cmsRowReader,
  type CmsRow,
  type ReadCmsRow,
} from "./cms-file";
import { CsvSyntaxError, readCsvRows } from "./csv-rows";
import { ProblemLog } from "./problem-log";

/** What some files of CMS say, whatever their order. */
export interface CmsFiles {
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

/** Names a score among others. */
export function scoreKey({
  ccn,
  measure,
}: Pick<CmsScoreTable, "ccn" | "measure">): string {
  return `${ccn} ${measure}`;
}

/** Names an average among others. */
export function averageKey({
  place,
  measure,
}: Pick<CmsAverageTable, "place" | "measure">): string {
  return `${place} ${measure}`;
}

/** Below 0 where a score is of an older period, or of an older file of the same one; above 0 where it is newer. */
export function compareScores(one: CmsScoreTable, other: CmsScoreTable) {
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
