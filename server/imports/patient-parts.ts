import { Groups } from "~/features/messages/rules/grouped";
import type { Staging } from "./staging";

export interface PatientPart {
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
export class PatientParts {
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
