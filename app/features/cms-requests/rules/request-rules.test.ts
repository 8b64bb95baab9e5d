import { describe, expect, it } from "vitest";
import { refusalOfRequest, valuesToAskAgain } from "./sent-request";
import { MDS_QUALITY_MEASURES } from "./report-options";
import { QIES_REPORT_TYPES, codeOf, findReportType } from "./report-types";
import { checkRequest, type ReportRequest } from "./request-rules";
import { settledForm } from "../request/request-form";
import type { TypedValues } from "./report-fields";

const TODAY = "2026-06-30";
const WHO = { today: TODAY, userId: 7, facilityIds: [101, 102] };

/** What the form of a report holds when it first shows. */
function opened(code: string, typed: TypedValues = {}): TypedValues {
  const { values } = settledForm(
    {
      values: { reportType: [code], facility: ["101"] },
      shown: [],
      quartersOf: "",
    },
    TODAY,
  );
  return { ...values, ...typed };
}

function errorsOf(code: string, typed: TypedValues = {}) {
  return checkRequest(opened(code, typed), WHO).errors;
}

function requestOf(code: string, typed: TypedValues = {}): ReportRequest {
  const { value, errors } = checkRequest(opened(code, typed), WHO);
  if (!value) throw new Error(JSON.stringify(errors));
  return value;
}

/** The data server takes it, and a form that it fills sends it again. */
function expectTaken(request: ReportRequest) {
  expect(refusalOfRequest(request, TODAY)).toBeNull();
  const facilities = [{ id: 101, name: "Elm House" }];
  const again = valuesToAskAgain({ ...request, fac_name: null }, facilities);
  expect(checkRequest(again ?? {}, WHO).value).toEqual(request);
}

const DATES = { startDate: ["2026-01-01"], endDate: ["2026-03-31"] };
const DATE_ARGS = {
  BeginDate: { value: "2026-01-01", label: "01/01/2026" },
  EndDate: { value: "2026-03-31", label: "03/31/2026" },
};
const CALCULATED = {
  ...DATE_ARGS,
  CalcDate: { value: "2026-03-31", label: "03/31/2026" },
};
const AS_GIVEN = { dc: { value: "BLK", label: "Days as given" } };
const WINDOW = "05/01/2021-10/31/2021";
const GROUP = { CmprsnGroup: { value: WINDOW, label: WINDOW } };
const START = { startDate: "Start date required" };
const NO_DAYS = { start_date: null, end_date: null };
const TYPED_DAYS = { start_date: "2026-01-01", end_date: "2026-03-31" };

/** For each report: what its empty form lacks, what fills it, and what that becomes on the wire. */
const REPORTS: Record<
  string,
  { lacks: object | null; typed: TypedValues; sent: object }
> = {
  "56-801": {
    lacks: START,
    typed: DATES,
    sent: { ...TYPED_DAYS, args: { ...CALCULATED, ...AS_GIVEN } },
  },
  "60-6035": {
    lacks: { fiscalYear: "Fiscal year required" },
    typed: { fiscalYear: ["2023"] },
    sent: { ...NO_DAYS, args: { fy: { value: "2023", label: "2023" } } },
  },
  "50-5015": { lacks: null, typed: {}, sent: { ...NO_DAYS, args: {} } },
  "56-800": {
    lacks: { ...START, comparisonGroup: "Comparison group required" },
    typed: { ...DATES, comparisonGroup: [WINDOW] },
    sent: { ...TYPED_DAYS, args: { ...CALCULATED, ...GROUP, ...AS_GIVEN } },
  },
  "56-804": {
    lacks: { ...START, comparisonGroup: "Comparison group required" },
    typed: { ...DATES, comparisonGroup: [WINDOW] },
    sent: { ...TYPED_DAYS, args: { ...CALCULATED, ...GROUP, ...AS_GIVEN } },
  },
  ...Object.fromEntries(
    ["50-5011", "50-5009", "50-5007"].map((code) => [
      code,
      {
        lacks: START,
        typed: DATES,
        sent: { ...TYPED_DAYS, args: { ...DATE_ARGS, ...AS_GIVEN } },
      },
    ]),
  ),
  "50-5002": {
    lacks: { ...START, errorNumbers: "Error number required" },
    typed: { ...DATES, errorNumbers: ["-1001", "-3584"] },
    sent: {
      ...TYPED_DAYS,
      args: {
        ...DATE_ARGS,
        ...AS_GIVEN,
        errnum: { value: ["-1001", "-3584"], label: "-1001, -3584" },
      },
    },
  },
  "60-6032": {
    lacks: { dateRange: "Date range required" },
    typed: { dateRange: ["10/01/2016-09/30/2017"] },
    sent: {
      start_date: "2016-10-01",
      end_date: "2017-09-30",
      args: {
        BeginDate: { value: "2016-10-01", label: "10/01/2016" },
        EndDate: { value: "2017-09-30", label: "09/30/2017" },
      },
    },
  },
  "60-6033": {
    lacks: { dateRange: "Date range required" },
    typed: { dateRange: ["01/01/2021-12/31/2021"] },
    sent: {
      start_date: "2021-01-01",
      end_date: "2021-12-31",
      args: {
        BeginDate: { value: "2021-01-01", label: "01/01/2021" },
        EndDate: { value: "2021-12-31", label: "12/31/2021" },
        sortBy: { value: "1", label: "1" },
      },
    },
  },
  "60-6030": {
    lacks: null,
    typed: { quarterRange: ["Q1 2017 - Q4 2017"], measures: ["306", "439"] },
    sent: {
      start_date: "2017-01-01",
      end_date: "2017-12-31",
      args: {
        BeginDate: { value: "2017-01-01", label: "01/01/2017" },
        EndDate: { value: "2017-12-31", label: "12/31/2017" },
        msrCd: {
          value: ["306", "439"],
          label: "306 Application of Falls, 439 DRR",
        },
        rsdntDataSw: { value: "N", label: "No" },
      },
    },
  },
  "55-5017": {
    lacks: { submissionBy: "This choice is required" },
    typed: { submissionBy: ["id"], submissionId: [" 12345678 "] },
    sent: {
      ...NO_DAYS,
      args: { submsnId: { value: "12345678", label: "12345678" } },
    },
  },
};

describe("the reports", () => {
  it("are thirteen, by their code", () => {
    expect(QIES_REPORT_TYPES.map(({ code }) => code)).toEqual(
      Object.keys(REPORTS).sort((one, other) => placeOf(one) - placeOf(other)),
    );
    expect(codeOf(56, 801)).toBe("56-801");
  });

  it.each(["41-0", "166-0", "0-0", "56-802"])("do not offer %s", (code) => {
    expect(findReportType(code)).toBeNull();
    expect(errorsOf(code)).toEqual({ reportType: "Select report type" });
  });

  describe.each(Object.entries(REPORTS))(
    "%s",
    (code, { lacks, typed, sent }) => {
      it("says what is missing", () => {
        expect(errorsOf(code)).toEqual(lacks);
      });

      it("becomes a request that the data server takes, and fills the form again", () => {
        const request = requestOf(code, typed);
        const [category, type] = code.split("-").map(Number);
        expect(request).toEqual({
          report_category_id: category,
          report_type_id: type,
          name: findReportType(code)?.name,
          fac_id: 101,
          user_id: 7,
          ...sent,
          file_type: "pdf",
        });
        expectTaken(request);
      });
    },
  );
});

function placeOf(code: string): number {
  return QIES_REPORT_TYPES.findIndex((type) => type.code === code);
}

describe("every request", () => {
  it("needs a report and a facility", () => {
    expect(checkRequest({}, WHO).errors).toEqual({
      reportType: "Select report type",
      facility: "Facility selection required",
    });
  });

  it("needs a facility that the viewer may choose", () => {
    expect(errorsOf("50-5015", { facility: ["103"] })).toEqual({
      facility: "Facility selection required",
    });
  });

  it.each<[code: string, typed: TypedValues, errors: object]>([
    [
      "56-804",
      { ...DATES, comparisonGroup: ["__proto__"] },
      { comparisonGroup: "Comparison group required" },
    ],
    [
      "60-6035",
      { fiscalYear: ["2025"] },
      { fiscalYear: "Fiscal year required" },
    ],
    [
      "60-6032",
      { dateRange: ["constructor"] },
      { dateRange: "Date range required" },
    ],
    [
      "60-6030",
      { quarterRange: ["Q1 2022 - Q4 2022"], measures: ["999"] },
      {
        quarterRange: "Date range required",
        measures: "Quality measure is required",
      },
    ],
    [
      "55-5017",
      { submissionBy: ["both"] },
      { submissionBy: "This choice is required" },
    ],
  ])("takes nothing that is on no list: %s %j", (code, typed, errors) => {
    expect(errorsOf(code, typed)).toEqual(errors);
  });

  it("leaves out what its report does not ask for", () => {
    const others = { ...DATES, fiscalYear: ["2024"], measures: ["306"] };
    expect(requestOf("50-5015", others)).toMatchObject({
      ...NO_DAYS,
      args: {},
    });
  });
});

describe("dates", () => {
  const datesOf = (start: string, end: string) =>
    errorsOf("50-5011", { startDate: [start], endDate: [end] });

  it("may be one day, and end today", () => {
    expect(datesOf(TODAY, TODAY)).toBeNull();
  });

  it("may not end tomorrow", () => {
    expect(datesOf(TODAY, "2026-07-01")).toEqual({
      endDate: "End date cannot be future date",
    });
  });

  it("may not end the day before they start", () => {
    expect(datesOf("2026-03-02", "2026-03-01")).toEqual({
      endDate: "End date cannot be before start date",
    });
  });

  it("are both required, and are dates", () => {
    expect(datesOf("", "")).toEqual({
      startDate: "Start date required",
      endDate: "End date required",
    });
    expect(datesOf("03/01/2026", "2026-02-30")).toEqual({
      startDate: "Start date must be a date, like 2026-01-31",
      endDate: "End date must be a date, like 2026-01-31",
    });
  });
});

describe("error numbers", () => {
  const numbersOf = (...errorNumbers: string[]) =>
    errorsOf("50-5002", { ...DATES, errorNumbers });

  it("are five at most, the same one counting once", () => {
    const five = ["-1001", "-1002", "-3511", "-3517", "-3525"];
    expect(numbersOf(...five, "-1001")).toBeNull();
    expect(numbersOf(...five, "-3527")).toEqual({
      errorNumbers: "Maximum 5 error numbers",
    });
  });

  it("have their form", () => {
    expect(numbersOf("-1001", "abc")?.errorNumbers).toMatch(/like -1001/);
  });
});

describe("final validation", () => {
  it("asks for the submission or for dates, by the choice", () => {
    const ofChoice = (choice: string) =>
      errorsOf("55-5017", { submissionBy: [choice], endDate: [""] });
    expect(ofChoice("id")).toEqual({ submissionId: "Submission ID required" });
    expect(ofChoice("dates")).toEqual({
      startDate: "Start date required",
      endDate: "End date required",
    });
  });

  it("sends dates alone in date mode", () => {
    const request = requestOf("55-5017", {
      ...DATES,
      submissionBy: ["dates"],
      submissionId: ["123"],
    });
    expect(request).toMatchObject(TYPED_DAYS);
    expect(request.args).toEqual({ ...DATE_ARGS, ...AS_GIVEN });
    expectTaken(request);
  });
});

describe("review and correct", () => {
  it("needs a measure, and with resident level data a status and a quarter", () => {
    const nothing = { measures: [], statuses: [], reportingQuarters: [] };
    expect(errorsOf("60-6030", nothing)).toEqual({
      measures: "Quality measure is required",
    });
    expect(errorsOf("60-6030", { ...nothing, residentData: ["Y"] })).toEqual({
      measures: "Quality measure is required",
      statuses: "Status is required",
      reportingQuarters: "Reporting quarter is required",
    });
  });

  it("has everything chosen at first", () => {
    const request = requestOf("60-6030", { residentData: ["Y"] });
    const valueOf = (name: string) => request.args[name]?.value;
    expect(valueOf("msrCd")).toEqual(
      MDS_QUALITY_MEASURES.map(({ value }) => value),
    );
    expect(valueOf("stusCd")).toEqual(["X", "NT", "E", "-"]);
    expect(valueOf("rptQtr")).toEqual([
      "Q4 2021",
      "Q3 2021",
      "Q2 2021",
      "Q1 2021",
    ]);
    expect(request.args.dataCrctn?.value).toBe("Both");
    expect(request.args.sortBy).toEqual({
      value: "1",
      label: "1 Discharge Date",
    });
    expectTaken(request);
  });
});
