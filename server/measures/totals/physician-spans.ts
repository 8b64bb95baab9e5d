import type { Kysely } from "kysely";
import type { Flag, Schema } from "~server/store/schema";
import { mergeSpans } from "../presence";
import { rowInserter, type RowWriter } from "../row-writer";
import { isIn } from "../question";

/** Facilities whose stays are read at once. */
const FACILITIES_AT_ONCE = 20;

/** The physicians of facilities whose days there are to be worked out again. */
export type PhysiciansAt = ReadonlyMap<number, ReadonlySet<number>>;

/** Works out the spans of the physicians of some facilities again, from their stays. */
export async function updatePhysicianSpans(
  db: Kysely<Schema>,
  physicians: PhysiciansAt,
): Promise<void> {
  const writer = spanWriter(db);
  for (const [facilityId, npis] of physicians) {
    await db
      .deleteFrom("physician_spans")
      .where("facility_id", "=", facilityId)
      .where("npi", "in", [...npis])
      .execute();
    const stays = await staysWithPhysician(db)
      .where("facility_id", "=", facilityId)
      .where("npi", "in", [...npis])
      .execute();
    await writer.write(spanRowsOf(stays));
  }
  await writer.flush();
}

/** The same for all physicians of some facilities, where there are no spans yet. */
export async function writePhysicianSpans(
  db: Kysely<Schema>,
  facilityIds: readonly number[],
): Promise<void> {
  const writer = spanWriter(db);
  for (let at = 0; at < facilityIds.length; at += FACILITIES_AT_ONCE) {
    const some = facilityIds.slice(at, at + FACILITIES_AT_ONCE);
    const stays = await staysWithPhysician(db)
      .where(isIn("facility_id", some))
      .execute();
    await writer.write(spanRowsOf(stays));
  }
  await writer.flush();
}

function staysWithPhysician(db: Kysely<Schema>) {
  return db
    .selectFrom("stays")
    .select(["facility_id", "npi", "isnp", "admitted_on", "discharged_on"])
    .where("npi", "is not", null);
}

type StayRow = Awaited<
  ReturnType<ReturnType<typeof staysWithPhysician>["execute"]>
>[number];

function spanRowsOf(stays: readonly StayRow[]): (number | null)[][] {
  return [
    ...spansOf(stays, 0),
    ...spansOf(
      stays.filter(({ isnp }) => isnp === 1),
      1,
    ),
  ];
}

function* spansOf(
  stays: readonly StayRow[],
  isnp: Flag,
): Generator<(number | null)[]> {
  for (const group of byPhysician(stays)) {
    const [first] = group;
    if (!first) continue;
    const spans = group.map(({ admitted_on: from, discharged_on }) => ({
      from,
      end: Math.max(discharged_on ?? Infinity, from + 1),
    }));
    for (const { from, end } of mergeSpans(spans)) {
      const until = end === Infinity ? null : end;
      yield [first.facility_id, isnp, first.npi, from, until];
    }
  }
}

function byPhysician(stays: readonly StayRow[]): Iterable<StayRow[]> {
  const groups = new Map<string, StayRow[]>();
  for (const stay of stays) {
    const key = `${stay.facility_id} ${stay.npi}`;
    const group = groups.get(key);
    if (group) group.push(stay);
    else groups.set(key, [stay]);
  }
  return groups.values();
}

function spanWriter(db: Kysely<Schema>): RowWriter {
  return rowInserter(db, "physician_spans", [
    "facility_id",
    "isnp",
    "npi",
    "from_day",
    "end_day",
  ]);
}
