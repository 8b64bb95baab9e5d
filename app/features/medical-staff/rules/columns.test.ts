import { describe, expect, it, test } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import { EVERYWHERE } from "~/domain/places/location-choice";
import { staffPlace, STAFF_FILE_COLUMNS, staffFileCells } from "./columns";

function viewer(accessLevel: AccessLevel, ...accessLevelIds: number[]) {
  return { accessLevel, accessLevelIds, isnpOnly: false };
}

describe("the place of the report", () => {
  it.each([
    ["company", [0], { level: "company", id: 0 }],
    ["admin", [0], { level: "company", id: 0 }],
    ["division", [2], { level: "division", id: 2 }],
    ["region", [11, 11], { level: "region", id: 11 }],
    ["region", [11, 12], null],
    ["division", [], null],
    ["physician", [1000000001], null],
  ] as const)(
    "with nothing chosen is the own one: %s %o",
    (level, ids, own) => {
      expect(staffPlace(viewer(level, ...ids), EVERYWHERE)).toEqual(own);
    },
  );
});

test("a row of the file has rounded rates, blanks for what is not known, and words for nobody", () => {
  const row = {
    id: 1000000001,
    physician_first_name: "Gina",
    physician_last_name: "Gray",
    credentials: null,
    facility_count: 1,
    patient_count: 12,
    short_stay_patient_count: 9,
    long_stay_patient_count: 4,
    rth_30_metric: 21.428571,
    op_ed_30_metric: null,
    hosp_1000_lsdoc_metric: 1.005,
    ed_1000_lsdoc_metric: 0,
    ach_1000mm_metric: 40,
    frailty_high: 1,
    frailty_medium: 2,
    frailty_low: 3,
  };
  const cells = [1000000001, "Gray", "Gina", null, 1, 12, 9, 4];
  const rest = [21.43, null, 1.01, 0, 40, 1, 2, 3];
  expect(staffFileCells(row)).toEqual([...cells, ...rest]);
  expect(STAFF_FILE_COLUMNS).toHaveLength(16);
  const nobody = { ...row, id: 0, physician_last_name: null };
  expect(staffFileCells(nobody).slice(0, 2)).toEqual([
    null,
    "Patients without primary care physician",
  ]);
});
