import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { Viewer } from "~/domain/access/viewer";
import type { EpochDay } from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import {
  firstReturn,
  type ReturnEvent,
} from "~/domain/residents/counted-returns";
import type {
  EventElsewhere,
  ReturnFigure,
  StayFacts,
  TransferFacts,
} from "~/domain/residents/resident-facts";
import { outSince } from "~/features/today/rules/at-hospital";
import { mergedFrom, mergedInto } from "~server/measures/merged-stays";
import { readStaysThere } from "~server/measures/stays-there";
import { readTrips } from "~server/measures/trips";
import {
  accessibleFacilityIds,
  type FacilityIds,
  hasRankOf,
  seesEverything,
} from "~server/access/facilities";
import type { Schema } from "~server/store/schema";
import { isIn, isOneOf } from "../measures/question";
import { forbidden } from "../refusal";

type Db = Kysely<Schema>;

/** A resident's current id: that of the registration they were merged into, following chains (R243). */
export async function residentIdNow(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select ends.id from ${mergedInto(sql`cast(${id} as bigint)`)} as ends
    where not exists (select 1 from merges where merges.from_id = ends.id)`.execute(
    db,
  );
  return rows[0]?.id ?? id;
}

/** Includes merged registrations. */
export async function registrationsOf(db: Db, id: number): Promise<number[]> {
  const now = await residentIdNow(db, id);
  const { rows } = await sql<{ id: number }>`
    select ids.id from ${mergedFrom(sql`cast(${now} as bigint)`)} as ids`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** The stays and transfers of a resident that a viewer sees, newest first; null if the resident does not exist. */
export async function readResident(
  db: Db,
  viewer: Viewer,
  id: number,
  todayAt: (facilityId: number) => EpochDay,
) {
  const patient = await db
    .selectFrom("patients")
    .where("id", "=", id)
    .select([
      "id",
      "mrn",
      "first_name as firstName",
      "last_name as lastName",
      "frailty_score as frailtyScore",
    ])
    .executeTakeFirst();
  if (!patient) return null;
  const view = await residentView(db, viewer);
  const [visible, stays, transfers, staysThere, tripsThere] = await Promise.all(
    [
      accessibleFacilityIds(db, viewer),
      readStays(db, id, view.stays),
      readTransfers(db, id, view.transfers),
      readStaysThere(db, [id]),
      readTrips(db, [id]),
    ],
  );
  // Use all stays: a resident at another facility is not out at hospital.
  const anywhere = staysThere.get(id) ?? [];
  const trips = tripsThere.get(id) ?? [];
  const outOf = ({ id: stayId }: Stay, today: EpochDay) => {
    const there = anywhere.find((stay) => stay.id === stayId);
    return there ? outSince(there, trips, anywhere, today) : null;
  };
  const elsewhere = elsewhereOf(transfers, visible);
  return {
    ...patient,
    stays: stays.map((stay) => {
      const today = todayAt(stay.facilityId);
      return {
        ...stayFacts(stay, elsewhere),
        outSince: outOf(stay, today),
        today,
      };
    }),
    transfers: transfers.filter(({ seen }) => seen === 1).map(transferFacts),
  };
}

type Stay = Awaited<ReturnType<typeof readStays>>[number];
type Transfer = Awaited<ReturnType<typeof readTransfers>>[number];

function readStays(db: Db, id: number, isSeen: RawBuilder<SqlBool>) {
  return db
    .selectFrom("stays")
    .innerJoin("facilities", "facilities.id", "stays.facility_id")
    .leftJoin("physicians", "physicians.npi", "stays.npi")
    .where("stays.patient_id", "=", id)
    .where(isSeen)
    .select([
      "stays.id",
      "stays.facility_id as facilityId",
      "facilities.name as facilityName",
      "facilities.data_through as dataThrough",
      "stays.npi",
      "physicians.first_name as physicianFirst",
      "physicians.last_name as physicianLast",
      "stays.admitted_on as admittedOn",
      "stays.discharged_on as dischargedOn",
      "stays.days_end as daysEnd",
      "stays.admitted_from as admittedFrom",
      "stays.isnp",
      "stays.unit",
      "stays.long_stay_from as longStayFrom",
      "stays.rth",
      "stays.ed",
    ])
    .orderBy("stays.admitted_on", "desc")
    .orderBy("stays.id", "desc")
    .execute();
}

/** Reads hidden transfers too: they may be why an admission counts. */
function readTransfers(db: Db, id: number, isSeen: RawBuilder<SqlBool>) {
  return db
    .selectFrom("transfers")
    .innerJoin("facilities", "facilities.id", "transfers.facility_id")
    .where("transfers.patient_id", "=", id)
    .select([
      "transfers.id",
      "transfers.stay_id as stayId",
      "transfers.facility_id as facilityId",
      "facilities.name as facilityName",
      "facilities.data_through as dataThrough",
      "transfers.transferred_on as day",
      "transfers.minute_of_day as minuteOfDay",
      "transfers.outcome",
      "transfers.planned",
      "transfers.trip_planned as tripPlanned",
      "transfers.assumed",
      "transfers.long_stay as longStay",
      "transfers.hospital",
      "transfers.unit",
      "transfers.reason",
      "transfers.diagnosis",
      "transfers.returned_on as returnedOn",
      sql<number>`case when ${isSeen} then 1 else 0 end`.as("seen"),
    ])
    .orderBy("transfers.transferred_on", "desc")
    .orderBy("transfers.id", "desc")
    .execute();
}

type Elsewhere = (figure: ReturnFigure, stay: Stay) => EventElsewhere | null;

/** The event that makes a stay count, if the viewer does not see it. Only the viewer's own places are named. */
function elsewhereOf(
  transfers: readonly Transfer[],
  visible: FacilityIds,
): Elsewhere {
  const events = transfers.flatMap((row): (ReturnEvent & Transfer)[] =>
    row.tripPlanned === null ? [] : [{ ...row, planned: row.tripPlanned }],
  );
  return (figure, stay) => {
    if (stay[figure] === 0) return null;
    const first = firstReturn(figure, stay, events);
    if (!first || first.seen === 1) return null;
    const { day, outcome, facilityId, facilityName } = first;
    const isNamed = visible === "all" || visible.includes(facilityId);
    return { day, outcome, facilityName: isNamed ? facilityName : null };
  };
}

function stayFacts(
  row: Stay,
  elsewhere: Elsewhere,
): Omit<StayFacts, "outSince" | "today"> {
  const { physicianFirst, physicianLast, rth, ed, ...facts } = row;
  return {
    ...facts,
    physician:
      row.npi === null ? null : lastFirst(physicianLast, physicianFirst),
    daysEnd: row.daysEnd ?? row.dischargedOn,
    isnp: row.isnp === 1,
    returned: { rth: rth === 1, ed: ed === 1 },
    returnedElsewhere: {
      rth: elsewhere("rth", row),
      ed: elsewhere("ed", row),
    },
  };
}

function transferFacts({ assumed, longStay, ...row }: Transfer): TransferFacts {
  return { ...row, isAssumed: assumed === 1, isLongStay: longStay === 1 };
}

type Condition = RawBuilder<SqlBool>;

/** SQL conditions for the resident rows a viewer may see, whatever the query (R313). */
interface ResidentView {
  stays: Condition;
  transfers: Condition;
  /** `readSeenNotes` narrows these by stay for ISNP-only viewers. */
  notes: Condition;
}

const ALL: Condition = sql<SqlBool>`1 = 1`;
const NONE: Condition = sql<SqlBool>`1 = 0`;

/**
 * Physicians see rows of their NPI, others those at their facilities; ISNP-only viewers of these only ISNP stays. A
 * transfer is visible with its stay; one without a stay to ranks of 2 and above that are not ISNP-only.
 */
export async function residentView(
  db: Db,
  viewer: Viewer,
): Promise<ResidentView> {
  const isPhysician = !hasRankOf(viewer, "facility");
  const npis = [...new Set(viewer.accessLevelIds)];
  const facilityIds = isPhysician
    ? []
    : await accessibleFacilityIds(db, viewer);
  const ofViewer = (table: "stays" | "transfers" | "notes"): Condition =>
    (isPhysician && table !== "transfers"
      ? isIn(`${table}.npi`, npis)
      : isOneOf(`${table}.facility_id`, facilityIds)) ?? ALL;
  const stays = viewer.isnpOnly
    ? sql<SqlBool>`(${ofViewer("stays")} and stays.isnp = 1)`
    : ofViewer("stays");
  const withoutStay = viewer.isnpOnly ? NONE : ofViewer("transfers");
  return {
    stays,
    transfers: sql<SqlBool>`(case when transfers.stay_id is null then ${withoutStay}
      else exists (select 1 from stays where stays.id = transfers.stay_id and ${stays}) end)`,
    notes: ofViewer("notes"),
  };
}

/** Null (204) for viewers who see everybody; others get 403, so they do not learn whether the resident exists (R16). */
export function noneOrForbidden(viewer: Viewer): null {
  if (seesAllResidents(viewer)) return null;
  throw forbidden();
}

/** True for viewers who see every resident, even those without stays. */
export function seesAllResidents(viewer: Viewer): boolean {
  return seesEverything(viewer) && !viewer.isnpOnly;
}
