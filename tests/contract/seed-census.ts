import { epochDayOf, newYorkDay } from "~/domain/calendar";
import { ACCOUNTS, MOCK_PASSWORD } from "~mocks/accounts.data";
import {
  DIVISIONS,
  FACILITIES,
  PATIENTS,
  PHYSICIANS,
  REGIONS,
} from "~mocks/organization.data";
import { REPORTS } from "~mocks/reports.data";
import { hashPassword } from "~server/auth/password";
import { usernameKey } from "~/domain/users/username-key";
import { rebuildFigures } from "~server/measures/rebuild";
import type { Database } from "~server/store/schema";

/** Puts the mocks' organisation, patients and accounts into a database, so that one suite fits both hosts. */
export async function seedCensus(db: Database, now: Date): Promise<void> {
  const today = epochDayOf(newYorkDay(now));
  await seedPlaces(db);
  await seedPeople(db);
  await seedStays(db, today);
  await seedNotes(db, now);
  await rebuildFigures(db, "all", today);
  await seedUsers(db, now);
  await seedReports(db);
  await db
    .updateTable("data_state")
    .set({ version: 1, origin: "import", imported_at: now.toISOString() })
    .where("id", "=", 1)
    .execute();
}

async function seedPlaces(db: Database): Promise<void> {
  await db
    .insertInto("divisions")
    .values([...DIVISIONS])
    .execute();
  await db
    .insertInto("regions")
    .values(
      REGIONS.map(({ id, name, divisionId }) => ({
        id,
        name,
        division_id: divisionId,
      })),
    )
    .execute();
  await db
    .insertInto("facilities")
    .values(
      FACILITIES.map(({ id, name, regionId, stars }) => ({
        id,
        name,
        region_id: regionId,
        ccn: null,
        ...stars,
      })),
    )
    .execute();
}

async function seedPeople(db: Database): Promise<void> {
  await db
    .insertInto("physicians")
    .values(
      PHYSICIANS.map((physician) => ({
        npi: physician.npi,
        first_name: physician.firstName,
        last_name: physician.lastName,
        credentials: physician.credentials,
        primary_specialty: physician.specialty,
        alternate_specialty: null,
        organization_legal_name: physician.employer,
      })),
    )
    .execute();
  await db
    .insertInto("patients")
    .values(
      PATIENTS.map(({ id, firstName, lastName, frailtyScore }) => ({
        id,
        mrn: `MRN-${id}`,
        first_name: firstName,
        last_name: lastName,
        frailty_score: frailtyScore,
      })),
    )
    .execute();
}

async function seedStays(db: Database, today: number): Promise<void> {
  await db
    .insertInto("stays")
    .values(
      PATIENTS.map((patient) => ({
        id: patient.id * 10,
        patient_id: patient.id,
        facility_id: patient.facilityId,
        npi: patient.npi,
        admitted_on: today - patient.admittedAgo,
        discharged_on:
          patient.dischargedAgo === null ? null : today - patient.dischargedAgo,
        admitted_from: "hospital" as const,
        isnp: patient.isnp ? (1 as const) : (0 as const),
        long_stay_from: 0,
        rth: 0 as const,
        ed: 0 as const,
      })),
    )
    .execute();
  const transfers = PATIENTS.flatMap((patient) =>
    Array.from({ length: patient.transfers + patient.visits }, (_, index) => ({
      id: patient.id * 10 + index,
      patient_id: patient.id,
      facility_id: patient.facilityId,
      transferred_on: today - patient.admittedAgo + index + 1,
      outcome:
        index < patient.transfers
          ? ("inpatient" as const)
          : ("ed_only" as const),
      planned: 0 as const,
      stay_id: null,
      long_stay: 0 as const,
    })),
  );
  await db.insertInto("transfers").values(transfers).execute();
}

/** One for each patient, as the mocks have them. */
async function seedNotes(db: Database, now: Date): Promise<void> {
  const anHourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  await db
    .insertInto("notes")
    .values(
      PATIENTS.map(({ id, facilityId, npi }) => ({
        id,
        patient_id: id,
        facility_id: facilityId,
        npi,
        noted_at: anHourAgo,
        note_type: "Consultation",
        note_text: "Seen by telehealth.",
        provider: null,
        high_risk: 0 as const,
      })),
    )
    .execute();
}

async function seedUsers(db: Database, now: Date): Promise<void> {
  const passwordHash = await hashPassword(MOCK_PASSWORD);
  await db
    .insertInto("users")
    .values(
      ACCOUNTS.map((account) => ({
        id: account.id,
        username: account.username,
        username_key: usernameKey(account.username),
        firstname: account.firstname,
        lastname: account.lastname,
        password_hash: passwordHash,
        access_level: account.accessLevel,
        access_level_id: account.ids.join(" "),
        isnp_only: account.isnpOnly ? (1 as const) : (0 as const),
        version: 1,
        created_at: now.toISOString(),
        updated_at: now.toISOString(),
      })),
    )
    .execute();
}

/** The mocks' list begins with the reports that a new database has, under the same numbers. */
async function seedReports(db: Database): Promise<void> {
  for (const { id, report_id, title, type, roles, embed } of REPORTS) {
    if (!embed) continue;
    await db
      .insertInto("reports")
      .values({
        id,
        report_id,
        title,
        type,
        workspace_id: embed.workspace_id,
        powerbi_report_id: embed.report_id,
        row_level_role: "Location",
        demo: 0,
      })
      .execute();
    await db
      .insertInto("report_roles")
      .values(roles.map((role) => ({ report: id, role })))
      .execute();
  }
}
