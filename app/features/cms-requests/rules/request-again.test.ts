import { expect, it } from "vitest";
import { QIES_REPORT_TYPES } from "./report-types";
import { valuesToAskAgain } from "./sent-request";
import { checkRequest } from "./request-rules";
import { chosenFor } from "./testing/chosen-values";
import { settledForm } from "../request/request-form";

const TODAY = "2026-06-30";
const FACILITIES = [
  { id: 101, name: "Elm House" },
  { id: 102, name: "Oak House" },
];
const CONTEXT = { today: TODAY, userId: 6, facilityIds: [101, 102] };

function requestOf(code: string) {
  const { values } = settledForm(
    {
      values: {
        ...chosenFor(code, TODAY),
        reportType: [code],
        facility: ["102"],
      },
      shown: Object.keys(chosenFor(code, TODAY)) as never[],
      quartersOf: "",
    },
    TODAY,
  );
  const { value } = checkRequest(values, CONTEXT);
  if (!value) throw new Error(`no request of ${code}`);
  return value;
}

it.each(QIES_REPORT_TYPES.map(({ code }) => code))(
  "fills the form so that the same request of %s is made again",
  (code) => {
    const request = requestOf(code);
    const values = valuesToAskAgain({ ...request, fac_name: null }, FACILITIES);
    expect(checkRequest(values ?? {}, CONTEXT).value).toEqual(request);
  },
);

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
