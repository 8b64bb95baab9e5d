import { expect, it } from "vitest";
import { valuesToAskAgain } from "./sent-request";

const FACILITIES = [
  { id: 101, name: "Elm House" },
  { id: 102, name: "Oak House" },
];
const LISTED = {
  report_category_id: 56,
  report_type_id: 800,
  fac_name: "Oak House",
  start_date: "2026-01-01",
  end_date: "2026-03-31",
};

it("leaves the fields as they start that the host does not tell of", () => {
  expect(valuesToAskAgain(LISTED, FACILITIES)).toEqual({
    reportType: ["56-800"],
    facility: ["102"],
    startDate: ["2026-01-01"],
    endDate: ["2026-03-31"],
    comparisonGroup: [""],
  });
});

it("chooses no facility that is not the viewer's", () => {
  const of = (fac_id: number) =>
    valuesToAskAgain({ ...LISTED, fac_id }, FACILITIES)?.facility;
  expect(of(999)).toEqual([]);
  expect(of(101)).toEqual(["101"]);
});

it("does not ask again for a report that is not offered any more", () => {
  const hidden = { ...LISTED, report_category_id: 41, report_type_id: 0 };
  expect(valuesToAskAgain(hidden, FACILITIES)).toBeNull();
});
