import type { CensusTable, CensusTableName } from "./census-tables";
import type { ProblemLog } from "./problem-log";
import type { Progress } from "~server/command-line/progress";
import { DELETIONS_FILE, readDeletions } from "./deletions";
import { ACCOUNTS_FILE, readAccounts, type AccountRow } from "./read-accounts";
import { readSenders, SENDERS_FILE, type SenderRow } from "./read-senders";
import { readTable } from "./read-table";
import type { Staging } from "./staging";

/** What is read of a census beside the rows that are staged. */
export interface StagedCensus {
  /** Null without a users.csv. */
  accounts: AccountRow[] | null;
  /** Null without a senders.csv. */
  senders: SenderRow[] | null;
  /** Tables whose file could not be read to its end. */
  unread: Set<string>;
}

/** Reads all files of a census into the staging database, reporting what is wrong in a row or cell. */
export async function stageFiles(
  staging: Staging,
  tables: readonly CensusTable[],
  folder: { files: ReadonlyMap<string, string>; totalBytes: number },
  problems: ProblemLog,
  progress: Progress,
): Promise<StagedCensus> {
  progress.step("Reading the files");
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
    progress.at(bytes, folder.totalBytes);
  };
  const unread = new Set<string>();
  for (const table of tables) {
    const path = folder.files.get(table.file);
    if (path) {
      const take = staging.stager(table);
      if (!(await readTable(path, table, problems, take, onBytes))) {
        unread.add(table.name);
      }
    }
    staging.index(table, "staged");
  }
  const deletions = folder.files.get(DELETIONS_FILE);
  if (deletions) await readDeletions(staging, deletions, problems, onBytes);
  const users = folder.files.get(ACCOUNTS_FILE);
  const accounts = users ? await readAccounts(users, problems, onBytes) : null;
  const sending = folder.files.get(SENDERS_FILE);
  const senders = sending
    ? await readSenders(sending, problems, onBytes)
    : null;
  return { accounts, senders, unread };
}

/** Whether an id will be there after the import. */
export function hasId(
  staging: Staging,
  tables: readonly CensusTable[],
  name: CensusTableName,
  id: number,
): boolean {
  const table = tables.find((each) => each.name === name);
  if (!table) {
    return false;
  }
  const [{ to: key }] = table.columns;
  return (
    staging.db
      .prepare(
        `select 1 from staged_${table.name} where ${key} = @id
         union all select 1 from known_${table.name} where ${key} = @id and removed = 0`,
      )
      .get({ id }) !== undefined
  );
}
