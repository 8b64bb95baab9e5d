import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getMedicalStaff } from "~/contract/medicalstaff";
import {
  ADA,
  BEN,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { askFor, readWith } from "~server/testing/ask-figures";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const ask = askFor("medicalstaff");
const rows = readWith(ask, getMedicalStaff.answer);

describe.each(TEST_DIALECTS)("the medical staff call on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openHandMadeCensus(dialect);
  });
  afterAll(() => api.close());

  it("lists the physicians of a facility, the stays without one last", async () => {
    expect(await rows(api, `facility/111/${QUARTER}`)).toEqual([
      {
        id: ADA,
        physician_first_name: "First",
        physician_last_name: `Physician ${ADA}`,
        credentials: "MD",
        // Facilities 111, 112 and 211.
        facility_count: 3,
        patient_count: 1,
        // Patient 1 is short-stay to 10 March and long-stay from the 11th.
        short_stay_patient_count: 1,
        long_stay_patient_count: 1,
        rth_30_metric: null,
        op_ed_30_metric: null,
        hosp_1000_lsdoc_metric: 2000 / 21,
        ed_1000_lsdoc_metric: 1000 / 21,
        ach_1000mm_metric: 30437.5 / 21,
        ach_adm: 0,
        settled_adm: 0,
        pd_lt_doc: 21,
        frailty_high: 1,
        frailty_medium: 0,
        frailty_low: 0,
      },
      {
        id: BEN,
        physician_first_name: "First",
        physician_last_name: `Physician ${BEN}`,
        credentials: "MD",
        facility_count: 3,
        patient_count: 1,
        short_stay_patient_count: 1,
        long_stay_patient_count: 0,
        rth_30_metric: 100,
        op_ed_30_metric: 0,
        hosp_1000_lsdoc_metric: null,
        ed_1000_lsdoc_metric: null,
        ach_1000mm_metric: null,
        ach_adm: 1,
        settled_adm: 1,
        pd_lt_doc: 0,
        frailty_high: 0,
        frailty_medium: 1,
        frailty_low: 0,
      },
      {
        id: 0,
        physician_first_name: null,
        physician_last_name: null,
        credentials: null,
        facility_count: 1,
        patient_count: 1,
        short_stay_patient_count: 1,
        long_stay_patient_count: 0,
        rth_30_metric: null,
        op_ed_30_metric: null,
        hosp_1000_lsdoc_metric: null,
        ed_1000_lsdoc_metric: null,
        ach_1000mm_metric: null,
        ach_adm: 0,
        settled_adm: 0,
        pd_lt_doc: 0,
        frailty_high: 0,
        frailty_medium: 0,
        frailty_low: 0,
      },
    ]);
  });

  it("lists a physician whose only stay began and ended on one day", async () => {
    const [ada] = await rows(api, `facility/112/${QUARTER}`);
    // Stay 3: an ED visit 30 days after admission.
    expect(ada).toMatchObject({
      id: ADA,
      patient_count: 1,
      rth_30_metric: 0,
      op_ed_30_metric: 100,
    });
  });

  it("lists the physicians of wider places", async () => {
    const company = await rows(api, `company/0/${QUARTER}`);
    expect(company.map(({ id, patient_count }) => [id, patient_count])).toEqual(
      [
        [ADA, 3],
        [BEN, 3],
        [0, 1],
      ],
    );
    for (const place of ["division/2", "region/21"]) {
      const staff = await rows(api, `${place}/${QUARTER}`);
      expect(staff.map(({ id }) => id)).toEqual([ADA, BEN]);
    }
  });

  it("counts a physician's facilities that the viewer may see", async () => {
    const staff = await rows(api, `facility/111/${QUARTER}`, {
      accessLevel: "region",
      ids: [11],
    });
    expect(staff.map((row) => row.facility_count)).toEqual([2, 2, 1]);
  });

  it("keeps ISNP stays alone where asked to", async () => {
    const staff = await rows(api, `facility/112/${QUARTER}?isnp=true`);
    expect(staff).toMatchObject([
      {
        id: BEN,
        facility_count: 1,
        short_stay_patient_count: 1,
        long_stay_patient_count: 1,
        ed_1000_lsdoc_metric: 100,
      },
    ]);
  });

  it("is empty where no physician has a stay in the range", async () => {
    expect((await ask(api, `facility/121/${QUARTER}`)).status).toBe(204);
  });
});
