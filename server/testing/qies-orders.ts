import type { QiesRequest } from "~/contract/qies-reports";
import { findReportType } from "~/features/cms-requests/rules/report-types";
import type { CmsOrder } from "~server/cms-requests/cms-connector";

const JANUARY_TO_MARCH = {
  start_date: "2026-01-01",
  end_date: "2026-03-31",
  args: {
    BeginDate: arg("2026-01-01"),
    EndDate: arg("2026-03-31"),
    dc: arg("BLK"),
  },
};
const CALCULATED = {
  ...JANUARY_TO_MARCH,
  args: { ...JANUARY_TO_MARCH.args, CalcDate: arg("2026-03-31") },
};
const COMPARED = {
  ...CALCULATED,
  args: { ...CALCULATED.args, CmprsnGroup: arg("05/01/2021-10/31/2021") },
};
const YEAR_2021 = {
  start_date: "2021-01-01",
  end_date: "2021-12-31",
  args: { BeginDate: arg("2021-01-01"), EndDate: arg("2021-12-31") },
};
const NO_DATES = { start_date: null, end_date: null };

type Choices = Pick<QiesRequest, "start_date" | "end_date" | "args">;

const CHOICES: Record<string, Choices> = {
  "56-801": CALCULATED,
  "60-6035": { ...NO_DATES, args: { fy: arg("2024") } },
  "50-5015": { ...NO_DATES, args: {} },
  "56-800": COMPARED,
  "56-804": COMPARED,
  "50-5011": JANUARY_TO_MARCH,
  "50-5009": JANUARY_TO_MARCH,
  "50-5007": JANUARY_TO_MARCH,
  "50-5002": {
    ...JANUARY_TO_MARCH,
    args: {
      ...JANUARY_TO_MARCH.args,
      errnum: { value: ["-3507", "-1007"], label: "-3507, -1007" },
    },
  },
  "60-6032": YEAR_2021,
  "60-6033": {
    ...YEAR_2021,
    args: { ...YEAR_2021.args, sortBy: arg("2") },
  },
  "60-6030": {
    ...YEAR_2021,
    args: {
      ...YEAR_2021.args,
      msrCd: { value: ["306", "440"], label: "two" },
      rsdntDataSw: { value: "Y", label: "Yes" },
      stusCd: { value: ["X", "NT"], label: "two" },
      rptQtr: { value: ["Q4 2021", "Q3 2021"], label: "two" },
      dataCrctn: arg("Both"),
      sortBy: arg("1"),
    },
  },
  "55-5017": { ...NO_DATES, args: { submsnId: arg("ABC-123") } },
};

export function requestOf(
  code: string,
  { facilityId, userId }: { facilityId: number; userId: number },
): QiesRequest {
  const type = findReportType(code);
  const choices = CHOICES[code];
  if (!type || !choices) throw new Error(`no report ${code}`);
  return {
    report_category_id: type.categoryId,
    report_type_id: type.typeId,
    name: type.name,
    fac_id: facilityId,
    user_id: userId,
    ...choices,
    file_type: "pdf",
  };
}

export function orderOf(
  code: string,
  facility: CmsOrder["facility"],
  changes: Partial<CmsOrder> = {},
): CmsOrder {
  const request = requestOf(code, { facilityId: facility.id, userId: 1 });
  return {
    id: 1,
    code,
    categoryId: request.report_category_id,
    typeId: request.report_type_id,
    name: request.name,
    facility,
    startDate: request.start_date,
    endDate: request.end_date,
    args: request.args,
    isnp: false,
    requestedAt: new Date("2026-06-30T15:00:00Z"),
    ...changes,
  };
}

function arg(text: string) {
  return { value: text, label: text };
}
