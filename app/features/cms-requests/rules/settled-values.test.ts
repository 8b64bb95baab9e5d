import { describe, expect, it } from "vitest";
import type { FieldName, TypedValues } from "./report-fields";
import { settledForm } from "../request/request-form";

const TODAY = "2026-06-30";

function settled(
  values: TypedValues,
  shown: readonly FieldName[] = [],
  quartersOf = "",
) {
  return settledForm({ values, shown, quartersOf }, TODAY);
}

describe("a group with nothing ticked", () => {
  it("stays empty where the form showed it", () => {
    const review = {
      reportType: ["60-6030"],
      quarterRange: ["Q1 2021 - Q4 2021"],
    };
    expect(
      settled(review, ["quarterRange", "measures"]).values.measures,
    ).toEqual([]);
    expect(settled(review, ["quarterRange"]).values.measures).toHaveLength(8);
  });
});

describe("another quarter range", () => {
  const typed = {
    reportType: ["60-6030"],
    quarterRange: ["Q4 2020 - Q3 2021"],
    measures: ["306"],
    residentData: ["Y"],
    statuses: ["X"],
    reportingQuarters: ["Q3 2021"],
    dataCorrection: ["Open"],
    primarySort: ["2"],
  };
  const shown = Object.keys(typed).slice(1) as FieldName[];

  it("makes the reporting quarters again: all four of it", () => {
    const { values, unseen } = settled(typed, shown, "Q1 2021 - Q4 2021");
    expect(values).toEqual({
      ...typed,
      facility: [],
      reportingQuarters: ["Q3 2021", "Q2 2021", "Q1 2021", "Q4 2020"],
    });
    expect(unseen).toEqual(["reportingQuarters"]);
  });

  it("that is the same one leaves them", () => {
    const { values, unseen } = settled(typed, shown, "Q4 2020 - Q3 2021");
    expect(values.reportingQuarters).toEqual(["Q3 2021"]);
    expect(unseen).toEqual([]);
  });
});
