import type { Selectable } from "kysely";
import { demoAccountsAmong } from "~server/demo/remove-demo";
import type { Progress } from "~server/command-line/progress";
import type { Store } from "~server/store/open-store";
import type { UserTable } from "~server/store/schema";
import type { CensusFolder } from "./census-folder";
import type { CensusTable, CensusTableName } from "./census-tables";
import { checkDeletions } from "./check-deletions";
import { checkStaged } from "./check-staged";
import { markRemoved } from "./deletions";
import { copyKnownRows } from "./known-rows";
import { mergePatients } from "./patient-merges";
import { storedUsers } from "./plan-accounts";
import type { ProblemLog } from "./problem-log";
import { checkAccounts, type AccountRow } from "./read-accounts";
import { checkSenders, type SenderRow } from "./read-senders";
import { hasId, stageFiles, type StagedCensus } from "./stage-census";
import type { Staging } from "./staging";

/** A census folder, and where it is put together. */
export interface CensusToCheck {
  store: Store;
  staging: Staging;
  tables: readonly CensusTable[];
  folder: CensusFolder;
  replace: boolean;
  /** What is there is the demo organisation. */
  overDemo: boolean;
  progress: Progress;
}

/** Whether an id will be there after the import; null where its file could not be read to its end. */
export type IdCheck = (name: CensusTableName, id: number) => boolean | null;

type StoredUser = Selectable<UserTable>;

export interface CheckedCensus {
  /** Null without a users.csv. */
  accounts: AccountRow[] | null;
  /** All accounts that are stored. */
  users: StoredUser[];
  /** Null without a senders.csv. */
  senders: SenderRow[] | null;
  exists: IdCheck;
}

/** Reads a census into the staging database, beside what is known already, and tells what is wrong with it. */
export async function checkCensus(
  census: CensusToCheck,
  problems: ProblemLog,
): Promise<CheckedCensus> {
  const { store, staging, tables, folder, progress } = census;
  const freshStart = census.replace || census.overDemo;
  const staged = await stageFiles(staging, tables, folder, problems, progress);
  progress.step("Checking");
  for (const table of tables) {
    await copyKnownRows(store.db, staging, table);
    staging.index(table, "known");
  }
  markRemoved(staging, tables, freshStart);
  mergePatients(staging, tables, problems);
  const { unread } = staged;
  checkStaged(staging, tables, { freshStart, unread }, problems);
  const users = await storedUsers(store.db);
  const exists: IdCheck = (name, id) =>
    unread.has(name) ? null : hasId(staging, tables, name, id);
  await checkUsers(census, { staged, users, exists }, problems);
  const { accounts, senders } = staged;
  checkSenders(senders ?? [], exists, problems);
  return { accounts, users, senders, exists };
}

/** Tells what is wrong with the accounts, and with deletions, which must leave the accounts their places. */
async function checkUsers(
  { store, staging, tables, replace, overDemo }: CensusToCheck,
  {
    staged: { accounts },
    users,
    exists,
  }: { staged: StagedCensus; users: StoredUser[]; exists: IdCheck },
  problems: ProblemLog,
): Promise<void> {
  const demo = new Set(overDemo ? demoAccountsAmong(users) : []);
  const stays = users.filter((user) => !demo.has(user));
  const stored = new Set(stays.map((user) => user.username_key));
  const isStored = (key: string) => stored.has(key);
  checkAccounts(accounts ?? [], { exists, isStored }, problems);
  const named = new Set(accounts?.map(({ key }) => key));
  const keptUsers =
    replace && accounts
      ? []
      : stays.filter((user) => !named.has(user.username_key));
  const { db } = store;
  await checkDeletions({ db, staging, tables, keptUsers }, problems);
}
