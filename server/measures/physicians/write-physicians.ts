import type { Kysely } from "kysely";
import { bandForScore } from "~/domain/frailty";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { Flag, Schema } from "~server/store/schema";
import { mergeSpans } from "../day-spans";
import { isIn } from "../question";
import { rowInserter, type RowWriter } from "../row-writer";
import {
  packHistory,
  type HistoryEvent,
  type HistoryStay,
} from "./history-format";

/** Facilities whose stays are read at once. */
const FACILITIES_AT_ONCE = 20;

/** The physicians of facilities, and 0 for none, whose days and histories there are to be worked out again. */
export type PhysiciansAt = ReadonlyMap<number, ReadonlySet<number>>;

/** Works out the spans and histories of some physicians again, from the stays and events in their facilities. */
export async function updatePhysicians(
  db: Kysely<Schema>,
  physicians: PhysiciansAt,
): Promise<void> {
  for (const [facilityId, npis] of physicians) {
    for (const table of ["physician_spans", "physician_histories"] as const) {
      await db
        .deleteFrom(table)
        .where("facility_id", "=", facilityId)
        .where("npi", "in", [...npis])
        .execute();
    }
  }
  await writePhysicians(
    db,
    [...physicians.keys()],
    ({ facility_id, npi }) => physicians.get(facility_id)?.has(npi) ?? false,
  );
}

/** The same for all physicians of some facilities, or for those that `isWanted`, where there is nothing yet. */
export async function writePhysicians(
  db: Kysely<Schema>,
  facilityIds: readonly number[],
  isWanted: (pair: Pair) => boolean = () => true,
): Promise<void> {
  const spans = rowInserter(db, "physician_spans", [
    "facility_id",
    "isnp",
    "npi",
    "from_day",
    "end_day",
  ]);
  for (let at = 0; at < facilityIds.length; at += FACILITIES_AT_ONCE) {
    const some = facilityIds.slice(at, at + FACILITIES_AT_ONCE);
    for (const physician of await readPhysicians(db, some, isWanted)) {
      await writePhysician(db, physician, spans);
    }
  }
  await spans.flush();
}

interface Pair {
  facility_id: number;
  npi: number;
}

/** What a physician's days and history in a facility are made of. */
export type Physician = Pair & { stays: HistoryStay[]; events: HistoryEvent[] };

type OfPhysician<Thing> = Thing & { facility_id: number; npi: number | null };

async function readPhysicians(
  db: Kysely<Schema>,
  facilityIds: readonly number[],
  isWanted: (pair: Pair) => boolean,
): Promise<Physician[]> {
  const stays = await readStays(db, facilityIds);
  return physiciansOf(
    stays.map(({ frailty_score, ...stay }) => ({
      ...stay,
      band: bandForScore(frailty_score) ?? "none",
    })),
    await readEvents(db, facilityIds),
    isWanted,
  );
}

/** The physicians of stays and events, which are in the order of their ids. */
export function physiciansOf(
  stays: readonly OfPhysician<HistoryStay>[],
  events: readonly OfPhysician<HistoryEvent>[],
  isWanted: (pair: Pair) => boolean = () => true,
): Physician[] {
  const physicians = new Map<string, Physician>();
  for (const { facility_id, npi: named, ...stay } of stays) {
    const pair = { facility_id, npi: named ?? NO_PHYSICIAN_ID };
    if (!isWanted(pair)) continue;
    let physician = physicians.get(keyOf(pair));
    if (!physician) {
      physician = { ...pair, stays: [], events: [] };
      physicians.set(keyOf(pair), physician);
    }
    physician.stays.push(stay);
  }
  for (const { facility_id, npi: named, ...event } of events) {
    const npi = named ?? NO_PHYSICIAN_ID;
    physicians.get(keyOf({ facility_id, npi }))?.events.push(event);
  }
  return [...physicians.values()];
}

function keyOf({ facility_id, npi }: Pair): string {
  return `${facility_id} ${npi}`;
}

function readStays(db: Kysely<Schema>, facilityIds: readonly number[]) {
  return db
    .selectFrom("stays")
    .innerJoin("patients", "patients.id", "stays.patient_id")
    .select([
      "facility_id",
      "npi",
      "patient_id",
      "admitted_on",
      "discharged_on",
      "admitted_from",
      "isnp",
      "long_stay_from",
      "rth",
      "ed",
      "frailty_score",
    ])
    .where(isIn("facility_id", facilityIds))
    .orderBy("stays.id")
    .execute();
}

function readEvents(db: Kysely<Schema>, facilityIds: readonly number[]) {
  return db
    .selectFrom("stays")
    .innerJoin("transfers", "transfers.stay_id", "stays.id")
    .select([
      "stays.facility_id",
      "npi",
      "isnp",
      "transferred_on",
      "outcome",
      "planned",
    ])
    .where(isIn("stays.facility_id", facilityIds))
    .where("long_stay", "=", 1)
    .orderBy("transfers.id")
    .execute();
}

async function writePhysician(
  db: Kysely<Schema>,
  physician: Physician,
  spans: RowWriter,
): Promise<void> {
  const { facility_id, npi, stays, events } = physician;
  const history = packHistory(stays, events);
  await db
    .insertInto("physician_histories")
    .values({ facility_id, npi, history })
    .execute();
  await spans.write(daysOf(physician));
}

/** Rows of `physician_spans`: of all stays, and of those flagged ISNP. */
export function daysOf(physician: Physician): (number | null)[][] {
  const { stays } = physician;
  const flagged = stays.filter(({ isnp }) => isnp === 1);
  return [
    ...spanRowsOf(physician, 0, stays),
    ...spanRowsOf(physician, 1, flagged),
  ];
}

function spanRowsOf(
  { facility_id, npi }: Pair,
  isnp: Flag,
  stays: readonly HistoryStay[],
): (number | null)[][] {
  const spans = stays.map(({ admitted_on: from, discharged_on }) => ({
    from,
    end: Math.max(discharged_on ?? Infinity, from + 1),
  }));
  return mergeSpans(spans).map(({ from, end }) => [
    facility_id,
    isnp,
    npi,
    from,
    end === Infinity ? null : end,
  ]);
}
