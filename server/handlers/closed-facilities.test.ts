import { beforeAll, expect, describe, it } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { rebuildFigures } from "~server/measures/rebuild";
import { listSignals } from "~server/signals/service";
import { openTestApi, type TestApi } from "~server/testing/open-test-api";
import { seedOrganization } from "~server/testing/seed-organization";
import { openedForAll } from "~server/testing/opened";

const CLOSED = 80;

/** Facilities whose data end long before those of the others, and rare events with many days. */
async function addClosedFacilities({ store }: TestApi["deps"]): Promise<void> {
  const { db } = store;
  const numbers = Array.from({ length: CLOSED }, (_, at) => 1_000 + at);
  const none = { ccn: null, overall: null, survey: null, quality: null };
  const facilities = numbers.map((id) => ({
    ...{ ...none, id, name: `Closed ${id}`, region_id: 11, staffing: null },
    data_through: epochDayOf("2024-06-30"),
  }));
  const names = { mrn: null, first_name: "A", last_name: "B" };
  const patients = numbers.map((id) => ({ ...names, id, frailty_score: null }));
  const stays = numbers.map((id) => ({
    ...{ id, patient_id: id, facility_id: id, npi: null, rth: 0, ed: 0 },
    ...{ admitted_on: 19_700, discharged_on: 19_800, long_stay_from: 19_801 },
    ...{ admitted_from: "hospital", isnp: 0 },
  }));
  const transfers = Array.from({ length: 108 }, (_, at) => ({
    ...{ id: 1_000 + at, patient_id: 1, facility_id: 111, stay_id: 1 },
    transferred_on: epochDayOf("2026-06-10") - 5 * at,
    ...{ outcome: at % 2 ? "inpatient" : "ed_only", planned: 0, long_stay: 1 },
  }));
  await db.insertInto("facilities").values(facilities).execute();
  await db.insertInto("patients").values(patients).execute();
  await db
    .insertInto("stays")
    .values(stays as never)
    .execute();
  await db
    .insertInto("transfers")
    .values(transfers as never)
    .execute();
  await rebuildFigures(db);
}

describe("beside closed facilities", () => {
  const api = openedForAll(() => openTestApi());
  beforeAll(async () => {
    await seedOrganization(api.deps.store.db);
    await addClosedFacilities(api.deps);
  });

  it.each([
    "/api/new_graphs/company/0/2026-06-15/",
    "/api/new_graphs/company/0/2026-06-15/?months=36",
    "/api/new_graphs/region/11/2026-06-15/",
  ])("%s is answered", async (path) => {
    const { token } = await api.signIn({ accessLevel: "company" });
    expect((await api.get(path, token)).status).toBe(200);
  });

  it.each([
    ["company", 0],
    ["region", 11],
  ] as const)("signals of %s %i are there", async (level, id) => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const input = { place: { level, id }, endDate: "2026-06-15" };
    expect((await api.ask(token, listSignals, input)).status).toBe(200);
  });
});
