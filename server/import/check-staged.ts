import type { CensusColumn, CensusTable } from "./census-tables";
import { LISTED_LINES, type FindingKind, type ProblemLog } from "./problem-log";
import type { Staging } from "./staging";

interface Found {
  line: number;
  value: number;
  other: number;
  total: number;
}

export interface CheckOptions {
  /** What is stored already goes away, so that nothing may refer to it. */
  freshStart: boolean;
  /** Tables whose file could not be read to its end; what refers to them is not judged. */
  unread: ReadonlySet<string>;
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

/**
 * Two stays of a patient in a facility may touch, not overlap, unless they are of two registrations that a merge makes one. In order of admission a stay overlaps an earlier
 * one where the latest discharge so far lies after its admission.
 */
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

/** Finds what only shows between rows: ids given twice, ids that nothing has, stays that overlap. */
export function checkStaged(
  staging: Staging,
  tables: readonly CensusTable[],
  { freshStart, unread }: CheckOptions,
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
