import type { Kysely } from "kysely";
import { Groups } from "~/features/messages/rules/grouped";
import { changeFigures } from "~server/measures/change-figures";
import { chunksOf, isIn } from "~server/measures/question";
import {
  raiseCensusVersionFrom,
  type Concerned,
} from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import {
  deriveBesideCensus,
  releaseFacilities,
  releasePatients,
  retryWaiting,
} from "~server/messages/apply/beside-census";
import type { CensusTable, CensusTableName } from "./census-tables";
import {
  mergeStaged,
  patientsAt,
  removedOf,
  type CensusToStore,
} from "./store-census";
import {
  checkFigures,
  companyYear,
  companyYearBefore,
} from "./check-plausible";
import {
  ImportConflict,
  ImportInterrupted,
  type Findings,
} from "./import-report";
import type { ImportRecorder } from "./reported-import";
import { mergeAccounts } from "./import-accounts";
import { storeSenders } from "./import-senders";
import {
  moveReach,
  movesFromNow,
  patientsReached,
} from "~server/measures/move-reach";
import { Parts, type Pace } from "./parts";
import {
  concernsAllPlaces,
  MOVES,
  placesWithOther,
  removedKeys,
  touchedKeys,
  writtenKeys,
} from "./plan-changes";
import type { Staging } from "./staging";

async function storePatients(
  census: CensusToStore,
  parts: Parts,
  patients: PatientParts,
): Promise<void> {
  const sizes = { counted: parts.newSize(), others: parts.newSize() };
  for (;;) {
    const isCounted = patients.isNextCounted;
    if (isCounted === null) return;
    const size = isCounted ? sizes.counted : sizes.others;
    const part = patients.next(size.next);
    const count = part.ids.length;
    size.took(
      count,
      await parts.storeOne(count, (db) => storePart(db, census, part)),
    );
  }
}

async function storePart(
  db: Kysely<Schema>,
  census: CensusToStore,
  { ids, counted }: PatientPart,
): Promise<void> {
  const { staging, tables } = census;
  let released: number[] = [];
  staging.choose(ids);
  const ofPatients = tables.filter((table) => !isParent(table));
  const write = async () => {
    released = await releasePatients(db, removedOf(census, "patients", "id"));
    await mergeStaged(db, staging, ofPatients, undefined, patientColumn);
  };
  if (counted.length === 0) return write();
  const patientIds = new Set(counted);
  // A row may have moved to another patient since planning.
  for (const table of ofPatients) {
    const keys = touchedKeys(staging, table, patientColumn(table));
    for (const id of await patientsOf(db, table.name, keys)) patientIds.add(id);
  }
  await changeFigures(db, patientIds, write);
  await deriveBesideCensus(db, patientIds, released, census.now);
}

function patientColumn({ name }: CensusTable): string {
  if (name === "patients") return "id";
  return name === "merges" ? "from_id" : "patient_id";
}

async function patientsOf(
  db: Kysely<Schema>,
  table: CensusTableName,
  keys: readonly number[],
): Promise<number[]> {
  if (table !== "stays" && table !== "transfers") return [];
  const ids: number[] = [];
  for (const some of chunksOf(keys)) {
    const rows = await db
      .selectFrom(table)
      .where(isIn("id", some))
      .select("patient_id")
      .distinct()
      .execute();
    ids.push(...rows.map(({ patient_id }) => patient_id));
  }
  return ids;
}

/**
 * Stores a checked census in parts, so others wait little. Throws an ImportConflict before the first part, an
 * ImportInterrupted after it.
 */
export async function storeInParts(
  census: CensusToStore,
  record: ImportRecorder | undefined,
  findings: () => Findings,
  pace: Pace,
): Promise<void> {
  const { store, staging, before, accounts, now, today, progress } = census;
  const yearBefore = await companyYearBefore(store.db, before.imported_at);
  const patients = new PatientParts(staging);
  progress.step("Storing");
  const begun = findings();
  const importId = await store.db.transaction().execute(async (db) => {
    if (!(await raiseCensusVersionFrom(db, before, "named"))) {
      throw new ImportConflict();
    }
    const id = (await record?.begin(db, begun)) ?? 0;
    // An edited account conflicts before anything is stored.
    await mergeAccounts(db, accounts, now);
    return id;
  });
  try {
    const parts = new Parts({
      store,
      pace,
      progress,
      total: patients.total + countParents(census) + census.reachMoves.length,
      open: async (db) => record?.renew(db, importId),
    });
    await storePlaces(census, parts);
    await storePatients(census, parts, patients);
    await parts.storeOne(0, (db) =>
      releaseFacilities(db, removedOf(census, "facilities"), now),
    );
    await removeParents(census, parts);
    await storeReach(census, parts);
    checkFigures(
      yearBefore,
      await companyYear(store.db, today),
      census.warnings,
    );
    await parts.storeOne(0, async (db) => {
      await storeSenders(db, census);
      await db
        .updateTable("data_state")
        .set({ origin: "import", imported_at: now.toISOString() })
        .execute();
      await retryWaiting(db);
      await record?.end(db, importId, findings());
    });
  } catch (error) {
    throw new ImportInterrupted(
      importId,
      begun,
      error instanceof Error ? error : new Error(String(error)),
    );
  }
}

/** Comes last, so no day counts before its data arrive. */
async function storeReach(
  { reachMoves }: CensusToStore,
  parts: Parts,
): Promise<void> {
  await parts.storeAll(reachMoves, async (db, some) => {
    const moves = await movesFromNow(db, some);
    await changeFigures(db, await patientsReached(db, moves), () =>
      moveReach(db, moves),
    );
  });
}

/** Parents before children. */
const PARENTS: readonly CensusTableName[] = [
  "divisions",
  "regions",
  "facilities",
  "physicians",
];

function isParent({ name }: CensusTable): boolean {
  return PARENTS.includes(name);
}

function countParents({ changes }: CensusToStore): number {
  return PARENTS.reduce((sum, name) => {
    const { added = 0, changed = 0, removed = 0 } = changes.get(name) ?? {};
    return sum + added + changed + removed;
  }, 0);
}

/** A moving facility or region takes along everyone counted there. */
async function storePlaces(
  { staging, tables, changes }: CensusToStore,
  parts: Parts,
): Promise<void> {
  for (const table of tables.filter(isParent)) {
    const { name } = table;
    const movedIds = MOVES.flatMap(([place, column]) =>
      place === name ? placesWithOther(staging, place, column) : [],
    );
    const others = new Set(writtenKeys(staging, table));
    for (const id of movedIds) others.delete(id);
    const concerned = concernedBy(name, changes);
    await parts.storeAll(
      [...others],
      (db, ids) => mergeParents(db, staging, table, ids),
      concerned,
    );
    for (const id of movedIds) {
      const place = name === "regions" ? name : "facilities";
      await parts.storeOne(
        1,
        async (db) =>
          changeFigures(db, await patientsAt(db, place, id), () =>
            mergeParents(db, staging, table, [id]),
          ),
        concerned,
      );
    }
  }
}

function concernedBy(
  name: CensusTableName,
  changes: CensusToStore["changes"],
): Concerned {
  const own = new Map([...changes].filter(([table]) => table === name));
  return concernsAllPlaces(own) ? "all" : "named";
}

function mergeParents(
  db: Kysely<Schema>,
  staging: Staging,
  table: CensusTable,
  ids: readonly number[],
): Promise<void> {
  staging.choose(ids);
  const [{ to: key }] = table.columns;
  return mergeStaged(db, staging, [table], undefined, () => key);
}

async function removeParents(
  { staging, tables, changes }: CensusToStore,
  parts: Parts,
): Promise<void> {
  for (const table of tables.filter(isParent).reverse()) {
    await parts.storeAll(
      removedKeys(staging, table),
      (db, ids) => mergeParents(db, staging, table, ids),
      concernedBy(table.name, changes),
    );
  }
}

interface PatientPart {
  ids: number[];
  counted: number[];
}

const OF_PATIENTS = ["stays", "transfers", "notes"] as const;

const MERGE_LINKS = `select from_id, into_id from staged_merges where status <> 'unchanged'
  union all select k.from_id, k.into_id from staged_merges s join known_merges k on k.from_id = s.from_id
    where s.status = 'changed'
  union all select from_id, into_id from known_merges where removed = 1`;

/**
 * Changed patients, some at a time. Never splits patients who share a merge or a moving row. Patients with changed
 * figures come first, by facility, because they share work.
 */
class PatientParts {
  readonly total: number;
  readonly #staging: Staging;
  #done = 0;

  constructor(staging: Staging) {
    this.#staging = staging;
    layOutPatients(staging);
    this.total = staging.count("select count(*) from patients_in_order");
  }

  /** Null if no patients are left. */
  get isNextCounted(): boolean | null {
    const counts = this.#staging.numbers(
      `select group_counted from patients_in_order where position = ${this.#done + 1}`,
    );
    return counts[0] === undefined ? null : counts[0] === 1;
  }

  /** Takes `size` patients, unless more belong together; all of them count, or none does. */
  next(size: number): PatientPart {
    const rows = this.#staging.db
      .prepare<[number, number], { id: number; counted: number }>(
        `with first as (select * from patients_in_order where position = ?),
              last as (select * from patients_in_order
                       where position < (select position from first) + ?
                         and group_counted = (select group_counted from first)
                       order by position desc limit 1)
         select id, counted from patients_in_order
         where position >= (select position from first)
           and (position <= (select position from last) or group_id = (select group_id from last))
         order by position`,
      )
      .all(this.#done + 1, size);
    this.#done += rows.length;
    return {
      ids: rows.map(({ id }) => id),
      counted: rows.filter(({ counted }) => counted === 1).map(({ id }) => id),
    };
  }
}

function layOutPatients(staging: Staging): void {
  const changes = [
    ...OF_PATIENTS.flatMap(changesOf),
    `select id, null, 0 from staged_patients where status = 'added'`,
    `select id, null, 0 from known_patients where removed = 1`,
    `select p.id, (select min(facility_id) from known_stays k where k.patient_id = p.id), 1
     from staged_patients p where p.status = 'changed'`,
    `select from_id, null, 0 from (${MERGE_LINKS})`,
    `select into_id, null, 0 from (${MERGE_LINKS})`,
  ];
  staging.db.exec(
    `create table changed_patients (id integer primary key, facility_id bigint, counted integer, group_id bigint);
     with changes (id, facility_id, counted) as (${changes.join(" union all ")})
     insert into changed_patients (id, facility_id, counted)
       select id, min(facility_id), max(counted) from changes group by id`,
  );
  joinLinked(staging);
  staging.db.exec(
    `create table patients_in_order (position integer primary key, id bigint, counted integer, group_id bigint, group_counted integer);
     insert into patients_in_order (id, counted, group_id, group_counted)
       select c.id, c.counted, g.id, g.counted
       from changed_patients c join (
         select group_id as id, max(counted) as counted, min(facility_id) as facility_id
         from changed_patients group by group_id) g on g.id = c.group_id
       order by g.counted desc, g.facility_id, g.id, c.id;
     create index patients_in_order_group on patients_in_order (group_id)`,
  );
  for (const table of OF_PATIENTS) {
    staging.db.exec(
      `create index staged_${table}_changed on staged_${table} (patient_id) where status <> 'unchanged';
       create index known_${table}_removed on known_${table} (patient_id) where removed = 1`,
    );
  }
}

function changesOf(table: (typeof OF_PATIENTS)[number]): string[] {
  const counted = table === "notes" ? 0 : 1;
  const of = (alias: string) =>
    `select ${alias}.patient_id, ${alias}.facility_id, ${counted}`;
  return [
    `${of("s")} from staged_${table} s where s.status <> 'unchanged'`,
    `${of("k")} from staged_${table} s join known_${table} k on k.id = s.id where s.status = 'changed'`,
    `${of("k")} from known_${table} k where k.removed = 1`,
  ];
}

function joinLinked(staging: Staging): void {
  const moves = OF_PATIENTS.map(
    (table) =>
      `select k.patient_id, s.patient_id from staged_${table} s join known_${table} k on k.id = s.id
       where s.status = 'changed' and k.patient_id <> s.patient_id`,
  );
  const links = staging.db
    .prepare<[], [number, number]>([MERGE_LINKS, ...moves].join(" union all "))
    .raw()
    .all();
  staging.db.exec("update changed_patients set group_id = id");
  const update = staging.db.prepare(
    "update changed_patients set group_id = ? where id = ?",
  );
  const groups = new Groups<number>();
  for (const link of links) groups.join(link);
  for (const id of new Set(links.flat())) update.run(groups.find(id), id);
}
