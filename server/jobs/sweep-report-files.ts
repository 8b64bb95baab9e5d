import {
  finishedNameOf,
  reportFileName,
  reportIdOf,
} from "~server/qies/report-files";
import type { ReportFiles } from "~server/qies/report-files";
import type { Database } from "~server/store/schema";

const NAMES_AT_ONCE = 500;

/**
 * Removes files that belong to no request: what a killed or overtaken attempt has left, and what requests had that are
 * gone with their facility. The file of an attempt under way stays: its claim is in its name. `mayGo` spares others.
 * Returns the names of those that belong to nobody, gone or spared.
 */
export async function sweepReportFiles(
  db: Database,
  files: ReportFiles,
  mayGo: (name: string) => boolean = () => true,
): Promise<string[]> {
  const names = await files.names();
  const ownerless: string[] = [];
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const some = names.slice(from, from + NAMES_AT_ONCE);
    // Read after the names: a file that is there by then, and not theirs, is nobody's.
    const kept = await wantedBy(db, [...new Set(some.map(reportIdOf))]);
    for (const name of some) {
      if (kept.has(finishedNameOf(name))) continue;
      ownerless.push(name);
      if (mayGo(name)) await files.remove(name);
    }
  }
  return ownerless;
}

async function wantedBy(
  db: Database,
  reportIds: number[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("qies_reports")
    .select(["id", "file_name", "claim"])
    .where("id", "in", reportIds)
    .execute();
  return new Set(
    rows.flatMap(({ id, file_name, claim }) => [
      ...(file_name === null ? [] : [file_name]),
      ...(claim === null ? [] : [reportFileName(id, claim)]),
    ]),
  );
}
