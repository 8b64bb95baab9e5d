import { type Kysely, type Selectable, sql, type RawBuilder } from "kysely";
import type { Schema, StayTable } from "~server/store/schema";
import { endOf, oldestFirst } from "./long-stay";
import { chunksOf, isIn } from "./question";

type Db = Kysely<Schema>;

export type StayRow = Selectable<StayTable>;

/**
 * Joins a patient's stays from several registrations (R244): those in one facility that share a day or begin on the
 * same one, if more than one registration is among them. The result runs from the first admission to the last
 * discharge; missing facts come from later rows.
 */
export function joinedStays(rows: readonly StayRow[]) {
  const groups: StayRow[][] = [];
  let end = -Infinity;
  for (const row of [...rows].sort(byFacility)) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isTogether =
      first?.facility_id === row.facility_id &&
      (row.admitted_on < end ||
        (row.admitted_on === first.admitted_on &&
          registrationOf(row) !== registrationOf(first)));
    if (group && isTogether) {
      group.push(row);
      end = Math.max(end, endOf(row));
    } else {
      groups.push([row]);
      end = endOf(row);
    }
  }
  return groups.flatMap((group) => {
    const [first] = group;
    const isOfSeveral = new Set(group.map(registrationOf)).size > 1;
    return first && isOfSeveral
      ? [{ stay: joinRows(first, group), rows: group }]
      : [];
  });
}

function byFacility(one: StayRow, other: StayRow): number {
  return (
    one.facility_id - other.facility_id ||
    one.admitted_on - other.admitted_on ||
    Number(one.recorded_patient_id !== null) -
      Number(other.recorded_patient_id !== null) ||
    oldestFirst(one, other)
  );
}

function registrationOf(row: StayRow): number {
  return row.recorded_patient_id ?? row.patient_id;
}

function joinRows(first: StayRow, rows: readonly StayRow[]): StayRow {
  const last = rows.reduce((latest, row) =>
    endOf(row) > endOf(latest) ? row : latest,
  );
  return {
    ...first,
    discharged_on: last.discharged_on,
    npi: rows.map(({ npi }) => npi).find((npi) => npi !== null) ?? null,
    isnp: rows.some(({ isnp }) => isnp === 1) ? 1 : 0,
    unit: rows.map(({ unit }) => unit).find((unit) => unit !== null) ?? null,
  };
}

/**
 * The patients' stays as recorded per registration, where the table has joined ones (R244). `joined` are the originals
 * kept elsewhere.
 */
export async function readRecordedStays(
  db: Db,
  patientIds: readonly number[],
): Promise<{ stays: StayRow[]; joined: StayRow[] }> {
  const ofThem = isIn("patient_id", patientIds);
  const [stored, kept] = await Promise.all([
    db.selectFrom("stays").where(ofThem).orderBy("id").selectAll().execute(),
    db.selectFrom("joined_stays").where(ofThem).select("stay").execute(),
  ]);
  const joined = kept.map(({ stay }) => JSON.parse(stay) as StayRow);
  const isKept = new Set(joined.map(({ id }) => id));
  const others = stored.filter(({ id }) => !isKept.has(id));
  return { stays: [...others, ...joined], joined };
}

export async function joinStays(
  db: Db,
  patientIds: readonly number[],
): Promise<void> {
  const ids = await patientsToJoin(db, patientIds);
  if (ids.length === 0) return;
  const { stays, joined } = await readRecordedStays(db, ids);
  const found = ids.flatMap((id) =>
    joinedStays(stays.filter(({ patient_id }) => patient_id === id)),
  );
  const parts = found.flatMap(({ rows }) => rows);
  const isPart = new Set(parts.map(({ id }) => id));
  await releaseStays(
    db,
    joined.map(({ id }) => id),
  );
  const alone = joined.filter(({ id }) => !isPart.has(id));
  const wholes = new Set(found.map(({ stay }) => stay.id));
  await db
    .deleteFrom("stays")
    .where(
      isIn(
        "id",
        parts.map(({ id }) => id).filter((id) => !wholes.has(id)),
      ),
    )
    .execute();
  for (const stay of [...alone, ...found.map((one) => one.stay)]) {
    const { id, ...values } = stay;
    await db
      .insertInto("stays")
      .values(stay)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
  }
  for (const row of parts) {
    const { id, patient_id } = row;
    await db
      .insertInto("joined_stays")
      .values({ id, patient_id, stay: JSON.stringify(row) })
      .execute();
  }
}

/** Drops the recorded originals of stays that are rewritten or removed. */
export async function releaseStays(
  db: Db,
  ids: readonly number[],
): Promise<void> {
  for (const some of chunksOf(ids)) {
    await db.deleteFrom("joined_stays").where(isIn("id", some)).execute();
  }
}

/** Patients with stays of another registration, now or before. */
async function patientsToJoin(
  db: Db,
  patientIds: readonly number[],
): Promise<number[]> {
  const ofThem = isIn("patient_id", patientIds);
  const merged = db
    .selectFrom("stays")
    .where(ofThem)
    .where("recorded_patient_id", "is not", null)
    .select("patient_id");
  const joined = db
    .selectFrom("joined_stays")
    .where(ofThem)
    .select("patient_id");
  const rows = await merged.union(joined).execute();
  return rows.map(({ patient_id }) => patient_id);
}

type Ids = RawBuilder<unknown>;

/** Query for a patient and everyone they were merged into, following chains (R244). */
export function mergedInto(patientId: Ids): Ids {
  return sql`(with recursive chain (id) as (
    select ${patientId} union select merges.into_id from chain join merges on merges.from_id = chain.id)
    select id from chain)`;
}

/** Query for a patient and everyone merged into them, following chains. */
export function mergedFrom(patientId: Ids): Ids {
  return sql`(with recursive chain (id) as (
    select ${patientId} union select merges.from_id from chain join merges on merges.into_id = chain.id)
    select id from chain)`;
}
