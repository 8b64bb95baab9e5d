import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import BetterSqlite from "better-sqlite3";
import { z } from "zod";
import { isReportFileName, REPORT_FOLDER } from "~server/qies/report-files";
import { flush } from "./database-file";

/** Holds the files of finished reports in a copy of the database, so that a backup is one file. */
const TABLE = "backup_report_files";
/** The reports of a database that a restore put aside are in a folder beside it. */
const ASIDE_ENDING = "-reports";

const fileName = z.string().refine(isReportFileName);
const packedFile = z.object({ name: fileName, content: z.instanceof(Buffer) });

export interface PackedReports {
  packed: number;
  /** Files that the database names and that are not in the folder. */
  missing: number;
}

/** Puts the files of the reports that a copy of the database names into the copy. */
export function packReports(copy: string, dataDir: string): PackedReports {
  const database = new BetterSqlite(copy);
  try {
    const found = { packed: 0, missing: 0 };
    if (!hasTable(database, "qies_reports")) return found;
    const names = database
      .prepare(
        "select file_name from qies_reports where file_name is not null order by file_name",
      )
      .pluck()
      .all();
    if (names.length === 0) return found;
    database.exec(
      `create table ${TABLE} (name text primary key, content blob not null)`,
    );
    const insert = database.prepare(`insert into ${TABLE} values (?, ?)`);
    for (const name of z.array(fileName).parse(names)) {
      const place = path.join(dataDir, REPORT_FOLDER, name);
      if (existsSync(place)) {
        insert.run(name, readFileSync(place));
        found.packed += 1;
      } else found.missing += 1;
    }
    return found;
  } finally {
    database.close();
  }
}

/**
 * Takes the files of reports out of a copy, into the report folder of `dataDir`; with those that a restore put aside
 * together with `source`.
 */
export function unpackReports(
  copy: string,
  { source, dataDir }: { source: string; dataDir: string },
): void {
  const folder = folderIn(dataDir);
  const aside = source + ASIDE_ENDING;
  for (const name of existsSync(aside) ? reportsIn(aside) : []) {
    const place = path.join(folder, name);
    copyFileSync(path.join(aside, name), place);
    chmodSync(place, 0o600);
    flush(place);
  }
  const database = new BetterSqlite(copy);
  try {
    if (!hasTable(database, TABLE)) return;
    const rows = database.prepare(`select name, content from ${TABLE}`);
    for (const row of rows.iterate()) {
      const { name, content } = packedFile.parse(row);
      const place = path.join(folder, name);
      writeFileSync(place, content, { mode: 0o600 });
      flush(place);
    }
    database.exec(`drop table ${TABLE}`);
    database.exec("vacuum");
  } finally {
    database.close();
  }
}

/** Gives the reports of a data folder second names beside the database that is put aside. */
export function putReportsAside(dataDir: string, aside: string): void {
  const folder = path.join(dataDir, REPORT_FOLDER);
  const names = existsSync(folder) ? reportsIn(folder) : [];
  if (names.length === 0) return;
  const asideFolder = aside + ASIDE_ENDING;
  mkdirSync(asideFolder, { mode: 0o700 });
  for (const name of names) {
    linkSync(path.join(folder, name), path.join(asideFolder, name));
  }
  flush(asideFolder);
}

/**
 * Brings the reports of one data folder into another. Those that no request names there are swept by the next server, so
 * it does no harm where nothing follows.
 */
export function moveReports(from: string, to: string): void {
  const names = reportsIn(folderIn(from));
  if (names.length === 0) return;
  const target = folderIn(to);
  for (const name of names) {
    renameSync(path.join(from, REPORT_FOLDER, name), path.join(target, name));
  }
  flush(target);
}

function reportsIn(folder: string): string[] {
  return readdirSync(folder).filter(isReportFileName);
}

function folderIn(dataDir: string): string {
  const folder = path.join(dataDir, REPORT_FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function hasTable(database: BetterSqlite.Database, name: string): boolean {
  const found = database
    .prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
    .get(name);
  return found !== undefined;
}
