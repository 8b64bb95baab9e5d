import { sql, type Kysely } from "kysely";
import { demoAccountsAmong } from "~server/demo/remove-demo";
import type { Progress } from "~server/command-line/progress";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { CellValue } from "./cells";
import type { CensusFolder } from "./census-folder";
import {
  type CensusTable,
  type CensusTableName,
  type CensusColumn,
  type IdCheck,
  storedColumns,
} from "./census-tables";
import {
  checkDeletions,
  markRemoved,
  DELETIONS_FILE,
  readDeletions,
} from "./deletions";
import { mergePatients } from "./patient-merges";
import { storedUsers } from "./import-accounts";
import { type ProblemLog, LISTED_LINES, type FindingKind } from "./problem-log";
import {
  checkAccounts,
  type AccountRow,
  ACCOUNTS_FILE,
  readAccounts,
} from "./read-accounts";
import { checkSenders, readSenders, SENDERS_FILE } from "./import-senders";
import { readTable } from "./read-table";
import type { Staging } from "./staging";

export interface CensusToCheck {
  store: Store;
  staging: Staging;
  tables: readonly CensusTable[];
  folder: CensusFolder;
  replace: boolean;
  overDemo: boolean;
  progress: Progress;
}

export type CheckedCensus = Awaited<ReturnType<typeof checkCensus>>;

interface Found {
  line: number;
  value: number;
  other: number;
  total: number;
}

function report(
  staging: Staging,
  problems: ProblemLog,
  query: string,
  kind: FindingKind,
  exampleOf: (found: Found) => string,
): void {
  const found = staging.db
    .prepare<[], Found>(`${query} limit ${LISTED_LINES}`)
    .all();
  found.forEach((row) =>
    problems.add({ ...kind, line: row.line, example: exampleOf(row) }),
  );
  problems.addUnlisted(kind, (found[0]?.total ?? 0) - found.length);
}

function checkDuplicates(
  staging: Staging,
  table: CensusTable,
  problems: ProblemLog,
): void {
  const [{ name, to: key }] = table.columns;
  report(
    staging,
    problems,
    `select line, ${key} as value, first_line as other, count(*) over () as total
     from (select line, ${key}, min(line) over (partition by ${key}) as first_line
           from staged_${table.name} where ${key} is not null)
     where line > first_line order by line`,
    { file: table.file, column: name, message: "is there already" },
    ({ value, other }) => `${value} is there already, on line ${other}`,
  );
}

function checkReferences(
  staging: Staging,
  table: CensusTable,
  column: CensusColumn,
  target: CensusTable,
  freshStart: boolean,
  problems: ProblemLog,
): void {
  const key = target.columns[0].to;
  const where = freshStart ? target.file : `${target.file} or the database`;
  const message = `is not in ${where}`;
  report(
    staging,
    problems,
    `select line, ${column.to} as value, 0 as other, count(*) over () as total
     from staged_${table.name} s
     where ${column.to} is not null and line > 0
       and not exists (select 1 from staged_${target.name} t where t.${key} = s.${column.to})
       and not exists (select 1 from known_${target.name} k where k.${key} = s.${column.to} and k.removed = 0)
     order by line`,
    { file: table.file, column: column.name, message },
    ({ value }) => `${value} ${message}`,
  );
}

/** A patient's stays in a facility may touch but not overlap, unless a merge joins their registrations. */
function checkOverlaps(
  staging: Staging,
  table: CensusTable,
  problems: ProblemLog,
): void {
  staging.db.exec(
    `create temp table timeline as
     select line, id, patient_id, facility_id, admitted_on, coalesce(discharged_on, 9999999) as until_day,
            coalesce(recorded_patient_id, patient_id) as registration
     from staged_stays where bad = 0 and rowid in (select min(rowid) from staged_stays group by id)
     union all
     select 0, k.id, k.patient_id, k.facility_id, k.admitted_on, coalesce(k.discharged_on, 9999999),
            coalesce(k.recorded_patient_id, k.patient_id)
     from known_stays k
     where k.removed = 0
       and exists (select 1 from staged_stays s where s.patient_id = k.patient_id and s.facility_id = k.facility_id)
       and not exists (select 1 from staged_stays s where s.id = k.id);
     create index temp.timeline_patient on timeline (registration, facility_id, admitted_on)`,
  );
  const before =
    "over (partition by registration, facility_id order by admitted_on, until_day, line rows between unbounded preceding and 1 preceding)";
  report(
    staging,
    problems,
    `select max(o.line, p.line) as line,
            iif(o.line > p.line, p.id, o.id) as value, min(o.line, p.line) as other, o.total
     from (select *, count(*) over () as total
           from (select *, max(until_day) ${before} as until_before, max(line) ${before} as line_before from timeline)
           where until_before > admitted_on and (line > 0 or line_before > 0)
           order by line limit ${LISTED_LINES}) o
     join timeline p on p.rowid = (
       select rowid from timeline q
       where q.registration = o.registration and q.facility_id = o.facility_id and (q.line <> o.line or q.id <> o.id)
         and q.admitted_on <= o.admitted_on and q.until_day > o.admitted_on
       order by q.line desc limit 1)
     order by 1`,
    {
      file: table.file,
      column: "admitted_on",
      message:
        "this stay overlaps another of the same patient in the same facility",
    },
    ({ value, other }) => {
      const where = other > 0 ? `line ${other}` : "in the database";
      return `this stay overlaps stay ${value} of the same patient in the same facility (${where})`;
    },
  );
  staging.db.exec("drop table temp.timeline");
}

function checkStaged(
  staging: Staging,
  tables: readonly CensusTable[],
  freshStart: boolean,
  unread: ReadonlySet<string>,
  problems: ProblemLog,
): void {
  for (const table of tables) {
    checkDuplicates(staging, table, problems);
    for (const column of table.columns) {
      const target = tables.find(({ name }) => name === column.references);
      if (target && !unread.has(target.name)) {
        checkReferences(staging, table, column, target, freshStart, problems);
      }
    }
    if (table.name === "stays") {
      checkOverlaps(staging, table, problems);
    }
  }
}

const ROWS_AT_ONCE = 5_000;

/** Pages through the rows; rows known only from messages have negative ids. */
async function copyKnownRows(
  db: Kysely<Schema>,
  staging: Staging,
  table: CensusTable,
): Promise<void> {
  const [{ to: key }] = table.columns;
  const hasRecords = table.name === "stays" || table.name === "transfers";
  const columns = sql.join(
    [
      ...storedColumns(table).map(({ to }) => to),
      ...(hasRecords ? ["recorded"] : []),
    ].map((column) => sql.ref(column)),
  );
  const writeKnown = staging.knownRowWriter(table);
  let after = -1;
  for (;;) {
    const { rows } = await sql<Record<string, CellValue>>`
      select ${columns} from ${sql.table(table.name)}
      where ${sql.ref(key)} > ${after} ${table.name === "stays" ? NOT_JOINED : sql``} order by ${sql.ref(key)} limit ${ROWS_AT_ONCE}`.execute(
      db,
    );
    rows.map(asRecorded).forEach(writeKnown);
    if (rows.length < ROWS_AT_ONCE) break;
    after = Number(rows.at(-1)?.[key]);
  }
  if (table.name !== "stays") return;
  const joined = await db
    .selectFrom("joined_stays")
    .where("id", ">", 0)
    .select("stay")
    .execute();
  for (const { stay } of joined) {
    writeKnown(asRecorded(JSON.parse(stay) as Record<string, CellValue>));
  }
}

/** Joined stays are stored per registration, in their own table (R244). */
const NOT_JOINED = sql`and not exists (select 1 from joined_stays where joined_stays.id = stays.id)`;

/** The census's values, if messages have newer ones. */
function asRecorded({
  recorded,
  ...row
}: Record<string, CellValue>): Record<string, CellValue> {
  if (typeof recorded !== "string") return row;
  return { ...row, ...(JSON.parse(recorded) as Record<string, CellValue>) };
}

async function stageFiles(
  staging: Staging,
  tables: readonly CensusTable[],
  folder: { files: ReadonlyMap<string, string>; totalBytes: number },
  problems: ProblemLog,
  progress: Progress,
) {
  progress.step("Reading the files");
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
    progress.at(bytes, folder.totalBytes);
  };
  /** Tables not fully read; references to them are not judged. */
  const unread = new Set<string>();
  for (const table of tables) {
    const path = folder.files.get(table.file);
    const take = staging.stager(table);
    if (path && !(await readTable(path, table, problems, take, onBytes))) {
      unread.add(table.name);
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
  /** Null without a users.csv or senders.csv. */
  return { accounts, senders, unread };
}

function hasId(
  staging: Staging,
  tables: readonly CensusTable[],
  name: CensusTableName,
  id: number,
): boolean {
  const table = tables.find((each) => each.name === name);
  if (!table) return false;
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

export async function checkCensus(census: CensusToCheck, problems: ProblemLog) {
  const { store, staging, tables, folder, progress } = census;
  const freshStart = census.replace || census.overDemo;
  const staged = await stageFiles(staging, tables, folder, problems, progress);
  const { accounts, senders, unread } = staged;
  progress.step("Checking");
  for (const table of tables) {
    await copyKnownRows(store.db, staging, table);
    staging.index(table, "known");
  }
  markRemoved(staging, tables, freshStart);
  mergePatients(staging, tables, problems);
  checkStaged(staging, tables, freshStart, unread, problems);
  const users = await storedUsers(store.db);
  const exists: IdCheck = (name, id) =>
    unread.has(name) ? null : hasId(staging, tables, name, id);
  await checkUsers(census, accounts, users, exists, problems);
  checkSenders(senders ?? [], exists, problems);
  return { accounts, users, senders, exists };
}

/** Deletions must leave the accounts their places. */
async function checkUsers(
  { store, staging, tables, replace, overDemo }: CensusToCheck,
  accounts: readonly AccountRow[] | null,
  users: Awaited<ReturnType<typeof storedUsers>>,
  exists: IdCheck,
  problems: ProblemLog,
): Promise<void> {
  const demo = new Set(overDemo ? demoAccountsAmong(users) : []);
  const stays = users.filter((user) => !demo.has(user));
  const stored = new Set(stays.map((user) => user.username_key));
  checkAccounts(accounts ?? [], exists, stored, problems);
  const named = new Set(accounts?.map(({ username_key }) => username_key));
  const keptUsers =
    replace && accounts
      ? []
      : stays.filter((user) => !named.has(user.username_key));
  const { db } = store;
  await checkDeletions({ db, staging, tables, keptUsers }, problems);
}
