import { describe, expect, it } from "vitest";
import { getLocationSummary, getPatientSummary } from "~/contract/summary";
import { trailOf } from "~server/audit/testing/trail-of";
import {
  ADA,
  BEN,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { rebuildFigures } from "~server/measures/rebuild";
import { askFor, readWith } from "~server/testing/ask-figures";
import type { TestUser } from "~server/testing/open-test-api";
import { openedForAll } from "~server/testing/opened";

const ask = askFor("summary");
const read = readWith(ask, getLocationSummary.answer);
/** The rows without their rates, which place-rates.test.ts holds. */
const places = async (...asked: Parameters<typeof read>) =>
  (await read(...asked)).map(
    ({
      rth_30_metric: _rth,
      op_ed_30_metric: _ed,
      hosp_1000_lsdoc_metric: _h,
      ed_1000_lsdoc_metric: _ed1000,
      ach_1000mm_metric: _adm,
      settled_adm: _settled,
      pd_lt_doc: _days,
      ...row
    }) => row,
  );
const patients = readWith(ask, getPatientSummary.answer);

describe("the summary call", () => {
  const api = openedForAll(() => openHandMadeCensus());

  /** The order of the columns on the wire. */
  function place(
    id: number,
    name: string,
    physicians: number,
    patientCount: number,
    longStay: number,
    fromHospital: number,
  ) {
    return {
      id,
      name,
      physician_count: physicians,
      patient_count: patientCount,
      long_stay_patient_count: longStay,
      admit_from_hospital_count: fromHospital,
    };
  }

  it("lists the regions of a division, also those without stays", async () => {
    expect(await places(api, `division/1/${QUARTER}`)).toEqual([
      place(12, "Hills", 0, 0, 0, 0),
      place(11, "Lakes", 2, 4, 2, 2),
    ]);
  });

  it("lists a physician's patients with what happened in the range", async () => {
    expect(await patients(api, `physician/${ADA}/${QUARTER}`)).toEqual([
      {
        id: 1,
        first_name: "First",
        last_name: "Patient 1",
        admission_date: "2025-12-01",
        discharge_date: null,
        days_care: 90,
        frailty_score: 7,
        // Transfers 1, 2 and 3; the planned transfer 4 is none.
        hospital_transfers: 3,
        hospital_visits: 1,
        short_stay_ed_visits: 0,
        long_stay_ed_visits: 1,
      },
      {
        id: 2,
        first_name: "First",
        last_name: "Patient 2",
        admission_date: "2026-02-18",
        discharge_date: "2026-02-18",
        days_care: 1,
        frailty_score: 4,
        // Transfer 6 from Ben's stay, and transfer 7 from none: both are this patient's.
        hospital_transfers: 1,
        hospital_visits: 1,
        short_stay_ed_visits: 1,
        long_stay_ed_visits: 0,
      },
      {
        id: 5,
        first_name: "First",
        last_name: "Patient 5",
        admission_date: "2026-03-01",
        discharge_date: "2026-03-31",
        days_care: 30,
        frailty_score: null,
        // On the discharge day, and the day before admission.
        hospital_transfers: 2,
        hospital_visits: 1,
        short_stay_ed_visits: 1,
        long_stay_ed_visits: 0,
      },
    ]);
  });

  it("dates a patient by the newest stay in the range", async () => {
    const [row] = await patients(
      api,
      `physician/${BEN}/${QUARTER}?facility_id=112`,
    );
    // Stays 6 and 7.
    expect(row).toMatchObject({
      id: 4,
      admission_date: "2026-02-17",
      discharge_date: "2026-02-27",
      days_care: 27,
      long_stay_ed_visits: 1,
    });
    const [earlier] = await patients(
      api,
      `physician/${BEN}/2026-01-01/2026-01-31/?facility_id=112`,
    );
    expect(earlier).toMatchObject({
      admission_date: "2025-12-29",
      days_care: 17,
    });
  });

  it("lists the patients without a physician under id 0, in the viewer's facilities", async () => {
    const rows = await patients(api, `physician/0/${QUARTER}`);
    expect(rows.map((row) => row.id)).toEqual([3]);
    const elsewhere: TestUser = { accessLevel: "facility", ids: [112] };
    expect((await ask(api, `physician/0/${QUARTER}`, elsewhere)).status).toBe(
      204,
    );
  });

  it("lists only the patients in the viewer's facilities", async () => {
    const rows = await patients(api, `physician/${ADA}/${QUARTER}`, {
      accessLevel: "facility",
      ids: [112],
    });
    expect(rows.map((row) => row.id)).toEqual([2]);
  });

  it("records who read a patient list, without the patients", async () => {
    const { token } = await api.signIn({
      accessLevel: "physician",
      ids: [ADA],
    });
    const path = `/api/summary/physician/${ADA}/${QUARTER}`;
    const before = (await trailOf(api, "view_patients")).length;
    // What is remembered is recorded as well.
    await api.get(path, token);
    await api.get(path, token);
    const records = (await trailOf(api, "view_patients")).slice(before);
    const details = {
      level: "physician",
      subject_id: ADA,
      facility_id: null,
      from: "2026-01-01",
      to: "2026-03-31",
      rows: 3,
    };
    expect(records).toMatchObject([{ details }, { details }]);
    expect(api.logged).toContainEqual(
      expect.objectContaining({ event: "audit.view_patients", details }),
    );
    expect(JSON.stringify([records, api.logged])).not.toContain("Patient 1");
  });

  it("records nothing where nobody was shown anything", async () => {
    const { token } = await api.signIn({
      accessLevel: "physician",
      ids: [ADA],
    });
    const before = (await trailOf(api)).length;
    const path = `/api/summary/physician/${ADA}/${QUARTER}`;
    const headers = { "x-access-token": token };
    const head = await api.fetch(path, { method: "HEAD", headers });
    expect(head.status).toBe(405);
    const future = `/api/summary/physician/${ADA}/2031-01-01/2031-02-01/`;
    expect((await api.get(future, token)).status).toBe(204);
    const foreign = `/api/summary/physician/999/${QUARTER}`;
    expect((await api.get(foreign, token)).status).toBe(403);
    expect(await trailOf(api)).toHaveLength(before);
  });
});

it("lists a resident of whom a feed alone has told, whose id is below 0", async () => {
  const api = await openHandMadeCensus("sqlite");
  const { db } = api.deps.store;
  const name = { mrn: "EX-1", first_name: "Nia", last_name: "Example" };
  await db
    .insertInto("patients")
    .values({ id: -1, ...name, frailty_score: null })
    .execute();
  const stay = await db
    .selectFrom("stays")
    .where("npi", "=", ADA)
    .selectAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto("stays")
    .values({ ...stay, id: -1, patient_id: -1 })
    .execute();
  await rebuildFigures(db);
  const rows = await patients(api, `physician/${ADA}/${QUARTER}`);
  expect(rows.find(({ id }) => id === -1)).toMatchObject({
    first_name: "Nia",
    last_name: "Example",
  });
  await api.close();
});
