import { describe, expect, it } from "vitest";
import { qiesReport, qiesRequest } from "~/contract/qies-reports";
import { refusalOfRequest } from "./sent-request";
import type { ReportRequest } from "./request-rules";

const TODAY = "2026-06-30";

const ERRORS: ReportRequest = {
  report_category_id: 50,
  report_type_id: 5002,
  name: "Assessments with Error Number XXXX",
  fac_id: 101,
  user_id: 7,
  start_date: "2026-01-01",
  end_date: "2026-06-30",
  args: { errnum: { value: ["-1001"], label: "-1001" } },
  file_type: "pdf",
};

const REVIEW: ReportRequest = {
  ...ERRORS,
  report_category_id: 60,
  report_type_id: 6030,
  name: "SNF Review And Correct Report",
  start_date: "2021-01-01",
  end_date: "2021-12-31",
  args: {},
};

function refusal(changed: Partial<ReportRequest>, request = ERRORS) {
  return refusalOfRequest({ ...request, ...changed }, TODAY);
}

const arg = (value: string | string[], label = "") => ({ value, label });

describe("a request that reaches the data server", () => {
  it("may leave out what has a default", () => {
    expect(refusal({})).toBeNull();
    expect(refusal({}, REVIEW)).toBeNull();
    expect(refusal({ args: { rsdntDataSw: arg("Y") } }, REVIEW)).toBeNull();
  });

  it.each([
    { report_type_id: 1 },
    {
      report_category_id: 41,
      report_type_id: 0,
      name: "Facility 5 Star Report",
    },
    { name: "Something else" },
    { name: "" },
  ])("is of an offered report, under its name: %j", (changed) => {
    expect(refusal(changed)).not.toBeNull();
  });

  it.each([
    { start_date: null },
    { end_date: "2026-07-01" },
    { end_date: "2025-12-31" },
    { start_date: "2026-02-30" },
  ])("has the dates of its rule: %j", (changed) => {
    expect(refusal(changed)).not.toBeNull();
  });

  it("has no dates where the report goes by none, and a range of the list where it goes by one", () => {
    expect(refusal({ end_date: "2021-11-30" }, REVIEW)).not.toBeNull();
    const missing = { ...ERRORS, report_type_id: 5015, args: {} };
    const name = "MDS 3.0 Missing Assessment";
    expect(refusal({ name }, missing)).not.toBeNull();
    expect(
      refusal({ name, start_date: null, end_date: null }, missing),
    ).toBeNull();
  });

  it.each<ReportRequest["args"]>([
    {},
    { errnum: arg([]) },
    { errnum: arg(["-1001", "x"]) },
    { errnum: arg(["-1001", "-1001"]) },
    { errnum: arg(["-101", "-102", "-103", "-104", "-105", "-106"]) },
    { errnum: arg("-1001"), fy: arg("2024") },
    { errnum: arg("-1001"), constructor: arg("x") },
    { errnum: arg("-1001"), BeginDate: arg("2026-01-02") },
    { errnum: arg("-1001"), dc: arg("LM") },
    { errnum: arg(`-${"1".repeat(1_000)}`) },
  ])("has the parameters of its report and no others: %j", (args) => {
    expect(refusal({ args })).not.toBeNull();
  });

  it.each<ReportRequest["args"]>([
    { msrCd: arg(["306", "999"]) },
    { stusCd: arg(["X"]) },
    { rsdntDataSw: arg("Y"), rptQtr: arg(["Q4 2020"]) },
    { rsdntDataSw: arg("Y"), stusCd: arg([]) },
    { rsdntDataSw: arg("maybe") },
    { sortBy: arg("1") },
  ])("has values of the lists: %j", (args) => {
    expect(refusal({ args }, REVIEW)).not.toBeNull();
  });
  it.each<ReportRequest["args"]>([
    { errnum: arg("-1001", "x".repeat(1_001)) },
    { errnum: arg("x".repeat(51)) },
    { errnum: arg(Array.from({ length: 51 }, () => "-1001")) },
  ])("has parameters no larger than any report needs: %#", (args) => {
    expect(qiesRequest.safeParse(ERRORS).success).toBe(true);
    expect(qiesRequest.safeParse({ ...ERRORS, args }).success).toBe(false);
    expect(qiesReport.shape.args.parse(args)).toBeNull();
  });
});
