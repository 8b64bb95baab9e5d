import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { writeRows, type StoredValue } from "~server/store/write-rows";
import { derivePatient } from "~server/measures/derive-patient";
import type { Schema } from "~server/store/schema";
import type { DemoData } from "./generate";

interface Rows {
  table: keyof Schema;
  columns: string[];
  rows: StoredValue[][];
}

function rowsOf(data: DemoData, today: EpochDay): Rows[] {
  // Derived at once, so that the rebuild has no row of them to write again.
  const residents = data.residents.map((resident) => ({
    ...resident,
    derived: derivePatient(resident.stays, resident.transfers),
  }));
  return [
    {
      table: "divisions",
      columns: ["id", "name"],
      rows: data.divisions.map(({ id, name }) => [id, name]),
    },
    {
      table: "regions",
      columns: ["id", "name", "division_id"],
      rows: data.regions.map(({ id, name, divisionId }) => [
        id,
        name,
        divisionId,
      ]),
    },
    {
      table: "facilities",
      columns: [
        "id",
        "name",
        "region_id",
        "ccn",
        "overall",
        "survey",
        "quality",
        "staffing",
        "data_through",
      ],
      rows: data.facilities.map(({ id, name, regionId, ccn, stars }) => [
        id,
        name,
        regionId,
        ccn,
        ...stars,
        today,
      ]),
    },
    {
      table: "physicians",
      columns: [
        "npi",
        "first_name",
        "last_name",
        "credentials",
        "primary_specialty",
        "alternate_specialty",
        "organization_legal_name",
      ],
      rows: data.physicians.map((physician) => [
        physician.npi,
        physician.firstName,
        physician.lastName,
        physician.credentials,
        physician.primarySpecialty,
        physician.alternateSpecialty,
        physician.employer,
      ]),
    },
    {
      table: "patients",
      columns: ["id", "mrn", "first_name", "last_name", "frailty_score"],
      rows: data.residents.map((resident) => [
        resident.id,
        resident.mrn,
        resident.first_name,
        resident.last_name,
        resident.frailty_score,
      ]),
    },
    {
      table: "stays",
      columns: [
        "id",
        "patient_id",
        "facility_id",
        "npi",
        "admitted_on",
        "discharged_on",
        "admitted_from",
        "isnp",
        "long_stay_from",
        "rth",
        "ed",
        "unit",
      ],
      rows: residents.flatMap(({ stays, derived }) =>
        stays.map((stay, at) => [
          stay.id,
          stay.patient_id,
          stay.facility_id,
          stay.npi,
          stay.admitted_on,
          stay.discharged_on,
          stay.admitted_from,
          stay.isnp,
          derived.stays[at]?.long_stay_from ?? stay.admitted_on,
          derived.stays[at]?.rth ?? 0,
          derived.stays[at]?.ed ?? 0,
          stay.unit ?? null,
        ]),
      ),
    },
    {
      table: "transfers",
      columns: [
        "id",
        "patient_id",
        "facility_id",
        "transferred_on",
        "outcome",
        "planned",
        "stay_id",
        "long_stay",
        "assumed",
        "minute_of_day",
        "hospital",
        "unit",
        "reason",
        "diagnosis",
        "returned_on",
      ],
      rows: residents.flatMap(({ transfers, derived }) =>
        transfers.map((transfer, at) => [
          transfer.id,
          transfer.patient_id,
          transfer.facility_id,
          transfer.transferred_on,
          transfer.outcome,
          transfer.planned,
          derived.transfers[at]?.stay_id ?? null,
          derived.transfers[at]?.long_stay ?? 0,
          transfer.assumed ?? 0,
          transfer.minute_of_day ?? null,
          transfer.hospital ?? null,
          transfer.unit ?? null,
          transfer.reason ?? null,
          transfer.diagnosis ?? null,
          transfer.returned_on ?? null,
        ]),
      ),
    },
    {
      table: "notes",
      columns: [
        "id",
        "patient_id",
        "facility_id",
        "npi",
        "noted_at",
        "note_type",
        "note_text",
        "provider",
        "high_risk",
      ],
      rows: data.notes.map((note) => [
        note.id,
        note.patient_id,
        note.facility_id,
        note.npi,
        note.noted_at,
        note.note_type,
        note.note_text,
        note.provider,
        note.high_risk,
      ]),
    },
  ];
}

/**
 * Writes the demo organisation's rows in place of those that are there. The figures are still to be rebuilt.
 *
 * @param today the day that the demo is made for, and that its data reach
 */
export async function storeDemo(
  db: Kysely<Schema>,
  data: DemoData,
  today: EpochDay,
  onRows: (done: number, total: number) => void,
): Promise<void> {
  const tables = rowsOf(data, today);
  for (const { table } of [...tables].reverse()) {
    await db.deleteFrom(table).execute();
  }
  const total = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  let done = 0;
  for (const { table, columns, rows } of tables) {
    await writeRows(db, { table, columns }, rows, (count) =>
      onRows((done += count), total),
    );
  }
}
