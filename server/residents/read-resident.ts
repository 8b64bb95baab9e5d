import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
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
import { mergedFrom, mergedInto } from "~server/measures/merged-patients";
import { readStaysThere } from "~server/measures/stays-there";
import { readTrips } from "~server/measures/trips";
import {
  accessibleFacilityIds,
  type FacilityIds,
} from "~server/access/facilities";
import type { Schema } from "~server/store/schema";
import { residentView } from "./resident-view";

type Db = Kysely<Schema>;

export interface SeenResident {
  id: number;
  mrn: string | null;
  firstName: string | null;
  lastName: string | null;
  frailtyScore: number | null;
  stays: StayFacts[];
  transfers: TransferFacts[];
}

/** A resident's current id: that of the registration they were merged into, following chains (R243). */
export async function residentIdNow(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select ends.id from ${mergedInto(sql`cast(${id} as bigint)`)} as ends
    where not exists (select 1 from merges where merges.from_id = ends.id)`.execute(
    db,
  );
  return rows[0]?.id ?? id;
}

/** All ids of a resident, including merged registrations. */
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
): Promise<SeenResident | null> {
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
      const today = todayAt(stay.facility_id);
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
      "stays.facility_id",
      "facilities.name as facility_name",
      "facilities.data_through",
      "stays.npi",
      "physicians.first_name as physician_first_name",
      "physicians.last_name as physician_last_name",
      "stays.admitted_on",
      "stays.discharged_on",
      "stays.days_end",
      "stays.admitted_from",
      "stays.isnp",
      "stays.unit",
      "stays.long_stay_from",
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
      "transfers.stay_id",
      "transfers.facility_id",
      "facilities.name as facility_name",
      "facilities.data_through",
      "transfers.transferred_on",
      "transfers.minute_of_day",
      "transfers.outcome",
      "transfers.planned",
      "transfers.trip_planned",
      "transfers.assumed",
      "transfers.long_stay",
      "transfers.hospital",
      "transfers.unit",
      "transfers.reason",
      "transfers.diagnosis",
      "transfers.returned_on",
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
  const events = transfers.flatMap((row): (ReturnEvent & { row: Transfer })[] =>
    row.trip_planned === null
      ? []
      : [
          {
            id: row.id,
            day: row.transferred_on,
            stayId: row.stay_id,
            outcome: row.outcome,
            planned: row.trip_planned,
            dataThrough: row.data_through,
            row,
          },
        ],
  );
  return (figure, stay) => {
    if (stay[figure] === 0) return null;
    const { id, admitted_on: admittedOn, admitted_from: admittedFrom } = stay;
    const first = firstReturn(figure, { id, admittedOn, admittedFrom }, events);
    if (!first || first.row.seen === 1) return null;
    const { facility_id, facility_name } = first.row;
    const isNamed = visible === "all" || visible.includes(facility_id);
    return {
      day: first.day,
      outcome: first.outcome,
      facilityName: isNamed ? facility_name : null,
    };
  };
}

function stayFacts(
  row: Stay,
  elsewhere: Elsewhere,
): Omit<StayFacts, "outSince" | "today"> {
  return {
    id: row.id,
    facilityId: row.facility_id,
    facilityName: row.facility_name,
    npi: row.npi,
    physician:
      row.npi === null
        ? null
        : lastFirst(row.physician_last_name, row.physician_first_name),
    admittedOn: row.admitted_on,
    dischargedOn: row.discharged_on,
    daysEnd: row.days_end ?? row.discharged_on,
    admittedFrom: row.admitted_from,
    isnp: row.isnp === 1,
    unit: row.unit,
    longStayFrom: row.long_stay_from,
    returned: { rth: row.rth === 1, ed: row.ed === 1 },
    returnedElsewhere: {
      rth: elsewhere("rth", row),
      ed: elsewhere("ed", row),
    },
    dataThrough: row.data_through,
  };
}

function transferFacts(row: Transfer): TransferFacts {
  return {
    id: row.id,
    stayId: row.stay_id,
    facilityId: row.facility_id,
    facilityName: row.facility_name,
    day: row.transferred_on,
    minuteOfDay: row.minute_of_day,
    outcome: row.outcome,
    planned: row.planned,
    isAssumed: row.assumed === 1,
    isLongStay: row.long_stay === 1,
    dataThrough: row.data_through,
    hospital: row.hospital,
    unit: row.unit,
    reason: row.reason,
    diagnosis: row.diagnosis,
    returnedOn: row.returned_on,
  };
}
