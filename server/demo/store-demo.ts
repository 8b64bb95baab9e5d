import type { Kysely } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { writeRows, type StoredValue } from "~server/store/write-rows";
import { derivePatient } from "~server/measures/derive-patient";
import type { Schema } from "~server/store/schema";
import { demoCmsFile } from "./cms-measures";
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
    rowsFor("divisions", ["id", "name"], data.divisions),
    rowsFor(
      "regions",
      ["id", "name", "division_id"],
      data.regions.map((one) => ({ ...one, division_id: one.divisionId })),
    ),
    rowsFor(
      "facilities",
      [
        "id",
        "name",
        "region_id",
        "ccn",
        "overall",
        "survey",
        "quality",
        "staffing",
        "stars_on",
        "special_focus",
        "abuse",
        "data_through",
        "data_from",
      ],
      data.facilities.map((one) => {
        const [overall, survey, quality, staffing] = one.stars;
        return {
          ...one,
          region_id: one.regionId,
          overall,
          survey,
          quality,
          staffing,
          ...demoCmsFile(one, today),
          data_through: today,
          data_from:
            one.joinedDaysAgo === null ? null : today - one.joinedDaysAgo,
        };
      }),
    ),
    rowsFor(
      "physicians",
      [
        "npi",
        "first_name",
        "last_name",
        "credentials",
        "primary_specialty",
        "alternate_specialty",
        "organization_legal_name",
      ],
      data.physicians.map((one) => ({
        ...one,
        first_name: one.firstName,
        last_name: one.lastName,
        primary_specialty: one.primarySpecialty,
        alternate_specialty: one.alternateSpecialty,
        organization_legal_name: one.employer,
      })),
    ),
    rowsFor(
      "patients",
      ["id", "mrn", "first_name", "last_name", "frailty_score"],
      data.residents,
    ),
    rowsFor(
      "stays",
      [
        "id",
        "patient_id",
        "facility_id",
        "npi",
        "admitted_on",
        "discharged_on",
        "admitted_from",
        "isnp",
        "days_end",
        "long_stay_from",
        "rth",
        "ed",
        "unit",
      ],
      residents.flatMap(({ stays, derived }) =>
        stays.map((stay, at) => ({ ...stay, ...derived.stays[at] })),
      ),
    ),
    rowsFor(
      "transfers",
      [
        "id",
        "patient_id",
        "facility_id",
        "transferred_on",
        "outcome",
        "planned",
        "stay_id",
        "trip_id",
        "trip_planned",
        "long_stay",
        "assumed",
        "minute_of_day",
        "hospital",
        "unit",
        "reason",
        "diagnosis",
        "returned_on",
      ],
      residents.flatMap(({ transfers, derived }) =>
        transfers.map((transfer, at) => ({
          ...transfer,
          ...derived.transfers[at],
          assumed: transfer.assumed ?? 0,
        })),
      ),
    ),
    rowsFor(
      "notes",
      [
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
      data.notes,
    ),
  ];
}

function rowsFor<Column extends string>(
  table: keyof Schema,
  columns: Column[],
  rows: readonly { readonly [of in Column]?: StoredValue | undefined }[],
): Rows {
  return {
    table,
    columns,
    rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
  };
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
