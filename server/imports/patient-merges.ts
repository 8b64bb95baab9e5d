import { storedColumns, type CensusTable } from "./census-tables";
import type { ProblemLog } from "./problem-log";
import type { Staging } from "./staging";

const MERGES_FILE = "merges.csv";

interface Merge {
  /** 0: already stored. */
  line: number;
  from: number;
  into: number;
}

/**
 * Moves the rows of a merged patient to the other, and back if the merge is taken back (R243). Call it after removed
 * rows are marked; stored rows that change are staged with line 0.
 */
export function mergePatients(
  staging: Staging,
  tables: readonly CensusTable[],
  problems: ProblemLog,
): void {
  takeMergesBack(staging);
  const merges = readMerges(staging);
  const next = new Map(merges.map(({ from, into }) => [from, into]));
  const insert = staging.db.prepare(
    "insert or ignore into merged_patients (from_id, into_id) values (?, ?)",
  );
  for (const { line, from } of merges) {
    const last = endOfChain(from, next);
    if (last !== null) {
      insert.run(from, last);
    } else if (line > 0) {
      problems.add({
        file: MERGES_FILE,
        line,
        column: "into",
        message: "the merges lead in a circle",
      });
    }
  }
  const hasFile = merges.some(({ line }) => line > 0);
  const takesBack =
    staging.count("select count(*) from known_merges where removed = 1") > 0;
  for (const table of tables.filter(({ kept }) => kept)) {
    if (merges.length > 0) giveStagedRows(staging, table);
    if (hasFile || takesBack) stageMovedRows(staging, table);
  }
}

/** Takes back merges without another patient, or with a removed one. A missing row takes nothing back. */
function takeMergesBack(staging: Staging): void {
  const names = "s.bad = 0 and coalesce(s.into_id, s.from_id) = s.from_id";
  staging.db.exec(
    `update known_merges as k set removed = 1
     where exists (select 1 from staged_merges s where ${names} and s.from_id = k.from_id)
        or exists (select 1 from known_patients p
                   where p.id in (k.from_id, k.into_id) and p.removed = 1
                     and not exists (select 1 from deletions d where d.table_name = 'patients' and d.id = p.id));
     insert into merges_taken_back (line, from_id)
     select s.line, s.from_id from staged_merges s
     where ${names} and not exists (select 1 from staged_merges o where o.from_id = s.from_id and o.line <> s.line);
     delete from staged_merges where line in (select line from merges_taken_back)`,
  );
}

function readMerges(staging: Staging): Merge[] {
  const exists = (column: string) =>
    `(exists (select 1 from staged_patients p where p.id = m.${column})
      or exists (select 1 from known_patients p where p.id = m.${column} and p.removed = 0))`;
  return staging.db
    .prepare<[], Merge>(
      `select line, from_id as "from", into_id as "into"
       from (select line, from_id, into_id from staged_merges where bad = 0 and into_id <> from_id
             union all
             select 0, from_id, into_id from known_merges k where removed = 0
               and not exists (select 1 from staged_merges s where s.from_id = k.from_id)) m
       where ${exists("from_id")} and ${exists("into_id")} order by line`,
    )
    .all();
}

/** Null if the chain of merges is a circle. */
function endOfChain(
  from: number,
  next: ReadonlyMap<number, number>,
): number | null {
  let last = from;
  for (let steps = 0; steps <= next.size; steps += 1) {
    const into = next.get(last);
    if (into === undefined) return last;
    last = into;
  }
  return null;
}

function giveStagedRows(staging: Staging, { name }: CensusTable): void {
  staging.db.exec(
    `update staged_${name} as s set recorded_patient_id = s.patient_id, patient_id = m.into_id
     from merged_patients m where m.from_id = s.patient_id`,
  );
}

function stageMovedRows(staging: Staging, table: CensusTable): void {
  const { name } = table;
  const columns = storedColumns(table).map(({ to }) => to);
  const values = columns.map((column) => {
    if (column === "patient_id") return "patient";
    return column === "recorded_patient_id"
      ? "nullif(recorded, patient)"
      : column;
  });
  staging.db.exec(
    `insert into staged_${name} (line, bad, ${columns.join()})
     select 0, 0, ${values.join()}
     from (select k.*, k.patient_id as patient_before, coalesce(k.recorded_patient_id, k.patient_id) as recorded,
                  coalesce(m.into_id, k.recorded_patient_id, k.patient_id) as patient
           from known_${name} k
           left join merged_patients m on m.from_id = coalesce(k.recorded_patient_id, k.patient_id)
           where k.removed = 0 and not exists (select 1 from staged_${name} s where s.id = k.id))
     where patient <> patient_before`,
  );
}
