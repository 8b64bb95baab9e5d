import { storedColumns, type CensusTable } from "./census-tables";
import type { TableChanges } from "./import-report";
import type { Staging } from "./staging";

const STARS = ["overall", "survey", "quality", "staffing"] as const;

/** Blank stars and time zones keep stored ones; stars only with the same CCN. */
function keepBlank(staging: Staging): void {
  for (const column of [...STARS, "time_zone"]) {
    const isKept = column === "time_zone" ? "true" : "k.ccn is s.ccn";
    staging.db.exec(
      `update staged_facilities as s set ${column} = k.${column} from known_facilities k
       where k.id = s.id and s.${column} is null and ${isKept}`,
    );
  }
}

/** Columns missing in a file keep their stored values (R309). */
function keepLeftOut(
  staging: Staging,
  { name, columns: [{ to: key }] }: CensusTable,
): void {
  const columns = staging.leftOut.get(name) ?? [];
  if (columns.length === 0) return;
  const list = (of: (column: string) => string, by: string) =>
    columns.map(of).join(by);
  staging.db.exec(
    `update staged_${name} as s set ${list((to) => `${to} = k.${to}`, ", ")} from known_${name} k
     where k.${key} = s.${key} and (${list((to) => `k.${to} is not null`, " or ")})`,
  );
}

/** Drops names and texts of forgotten residents but keeps their rows, which say so (R312). */
export function leaveOutForgotten(
  staging: Staging,
  patientIds: readonly number[],
): number {
  if (patientIds.length === 0) return 0;
  staging.choose(patientIds);
  const isForgotten = "in (select id from part_ids)";
  const ofOne = `patient_id ${isForgotten} or recorded_patient_id ${isForgotten}`;
  const named = `id ${isForgotten} and coalesce(mrn, first_name, last_name) is not null`;
  const count = staging.count(
    `select count(*) from staged_patients where ${named}`,
  );
  staging.db.exec(
    `update staged_patients set mrn = null, first_name = null, last_name = null where ${named};
     update known_patients set removed = 0 where id ${isForgotten};
     update staged_notes set note_text = '' where ${ofOne};
     update staged_transfers set reason = null, diagnosis = null where ${ofOne}`,
  );
  return count;
}

function planTable(staging: Staging, table: CensusTable): TableChanges {
  const { name } = table;
  const [{ to: key }] = table.columns;
  const differs = storedColumns(table)
    .slice(1)
    .filter(({ isApart }) => !isApart)
    .map(({ to }) => `k.${to} is not s.${to}`)
    .join(" or ");
  staging.db.exec(
    `update staged_${name} as s set status = coalesce(
       (select iif(${differs}, 'changed', 'unchanged') from known_${name} k where k.${key} = s.${key}), 'added')`,
  );
  const count = (status: string) =>
    staging.count(
      `select count(*) from staged_${name} where status = '${status}'`,
    );
  return {
    added: count("added"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    removed: staging.count(
      `select count(*) from known_${name} where removed = 1`,
    ),
  };
}

export function planChanges(
  staging: Staging,
  tables: readonly CensusTable[],
  freshStart: boolean,
): Map<string, TableChanges> {
  if (!freshStart) {
    keepBlank(staging);
    for (const table of tables) keepLeftOut(staging, table);
  }
  return new Map(
    tables.map((table) => [table.name, planTable(staging, table)]),
  );
}

/**
 * True if the organisation, a place's name or stars, or a physician's name changes: any page may show these. New
 * physicians come with their stays.
 */
export function concernsAllPlaces(
  changes: ReadonlyMap<string, TableChanges>,
): boolean {
  const { changed: physicians = 0 } = changes.get("physicians") ?? {};
  return (
    physicians > 0 ||
    ["divisions", "regions", "facilities"].some((table) => {
      const { added = 0, changed = 0, removed = 0 } = changes.get(table) ?? {};
      return added + changed + removed > 0;
    })
  );
}

/** Null chooses all rows. */
export type PartColumn = string | null;

export function isInPart(column: PartColumn): string {
  return column === null ? "true" : `${column} in (select id from part_ids)`;
}

export function removedKeys(
  staging: Staging,
  { name, columns: [{ to: key }] }: CensusTable,
  column: PartColumn = null,
): number[] {
  return staging.numbers(
    `select ${key} from known_${name} where removed = 1 and ${isInPart(column)}`,
  );
}

export function writtenKeys(
  staging: Staging,
  { name, columns: [{ to: key }] }: CensusTable,
  column: PartColumn = null,
): number[] {
  return staging.numbers(
    `select ${key} from staged_${name} where status <> 'unchanged' and ${isInPart(column)}`,
  );
}

export function touchedKeys(
  staging: Staging,
  table: CensusTable,
  column: PartColumn,
): number[] {
  return [
    ...writtenKeys(staging, table, column),
    ...removedKeys(staging, table, column),
  ];
}

export function touchedPatients(staging: Staging): number[] {
  const changes = ["stays", "transfers"].flatMap((table) => [
    `select patient_id from staged_${table} where status <> 'unchanged'`,
    `select k.patient_id from known_${table} k left join staged_${table} s on s.id = k.id
     where s.status = 'changed' or k.removed = 1`,
  ]);
  const own = `select id from staged_patients where status = 'changed'`;
  return staging.numbers([...changes, own].join(" union "));
}

export function placesWithOther(
  staging: Staging,
  table: "facilities" | "regions",
  column: "time_zone" | "region_id" | "division_id",
): number[] {
  return staging.numbers(
    `select k.id from known_${table} k join staged_${table} s on s.id = k.id
     where k.${column} is not s.${column}`,
  );
}

export const MOVES = [
  ["facilities", "region_id"],
  ["regions", "division_id"],
] as const;

export function facilitiesWithOtherStars(
  staging: Staging,
  column: PartColumn,
): number[] {
  const differs = ["ccn", ...STARS].map((name) => `k.${name} is not s.${name}`);
  return staging.numbers(
    `select k.id from known_facilities k join staged_facilities s on s.id = k.id
     where (${differs.join(" or ")}) and ${isInPart(column && `s.${column}`)}`,
  );
}
