import type { Insertable, Kysely, Selectable } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { SaidRow } from "~server/store/feed-tables";
import type {
  PatientTable,
  Schema,
  StayTable,
  TransferTable,
  StayFacts,
  TransferFacts,
} from "~server/store/schema";
import { PLACES } from "~server/testing/seed-organization";

export type PlainStay = Omit<
  StayTable,
  | keyof (SaidRow & StayFacts)
  | "recorded_patient_id"
  | "days_end"
  | "overlapping"
  | "lacks_transfer"
  | "shares_mrn"
  | "long_stay_from"
  | "rth"
  | "ed"
> &
  Partial<Pick<Selectable<StayTable>, "admitted_minute">>;

export type PlainTransfer = Omit<
  TransferTable,
  | keyof (SaidRow & TransferFacts)
  | "recorded_patient_id"
  | "stay_id"
  | "trip_id"
  | "trip_planned"
  | "facts"
  | "npi"
  | "long_stay"
  | "assumed"
> &
  Partial<Pick<Selectable<TransferTable>, "minute_of_day">>;

export interface Census {
  patients: Pick<
    PatientTable,
    "id" | "first_name" | "last_name" | "frailty_score"
  >[];
  stays: PlainStay[];
  transfers: PlainTransfer[];
  /** Keyed by facility; nothing of a facility counts without one. */
  reach: Partial<Record<number, EpochDay>>;
  /** First day of the data by facility, if the census names one. */
  from?: Partial<Record<number, EpochDay>>;
}

export async function insertCensus(
  db: Kysely<Schema>,
  census: Census,
  npis: readonly number[],
): Promise<void> {
  await insertPlaces(db, census, npis);
  await insertRows(db, "patients", census.patients.map(patientRow));
  await insertRows(db, "stays", census.stays.map(stayRow));
  await insertRows(db, "transfers", census.transfers.map(transferRow));
}

async function insertPlaces(
  db: Kysely<Schema>,
  { reach, from }: Census,
  npis: readonly number[],
): Promise<void> {
  await db.insertInto("divisions").values(PLACES.divisions).execute();
  await db.insertInto("regions").values(PLACES.regions).execute();
  await db
    .insertInto("facilities")
    .values(
      PLACES.facilities.map((facility) => ({
        ...facility,
        data_through: reach[facility.id] ?? null,
        data_from: from?.[facility.id] ?? null,
      })),
    )
    .execute();
  const physicians = npis.map((npi) => ({
    npi,
    first_name: "First",
    last_name: `Physician ${npi}`,
    credentials: "MD",
    primary_specialty: null,
    alternate_specialty: null,
    organization_legal_name: null,
  }));
  await insertRows(db, "physicians", physicians);
}

export async function insertRows<
  Table extends "patients" | "stays" | "transfers" | "physicians",
>(
  db: Kysely<Schema>,
  table: Table,
  rows: Insertable<Schema[Table]>[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto<"patients" | "stays" | "transfers" | "physicians">(table)
    .values(rows)
    .execute();
}

function patientRow(
  patient: Census["patients"][number],
): Insertable<PatientTable> {
  return { ...patient, mrn: null };
}

/** Not yet derived: placeholders that a rebuild must replace. */
export function stayRow(stay: PlainStay): Insertable<StayTable> {
  return {
    ...stay,
    recorded_patient_id: null,
    long_stay_from: 0,
    rth: 0,
    ed: 0,
  };
}

export function transferRow(
  transfer: PlainTransfer,
): Insertable<TransferTable> {
  return {
    ...transfer,
    recorded_patient_id: null,
    stay_id: null,
    long_stay: 0,
  };
}
