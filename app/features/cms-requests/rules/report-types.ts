import {
  DAYS_GIVEN,
  comparisonGroup,
  dateRange,
  dates,
  errorNumbers,
  finalValidation,
  fiscalYear,
  residentSort,
  reviewAndCorrect,
} from "./form-fields";
import type { FixedArg, ReportField } from "./report-fields";

/** A CMS report (R181) and what is asked for to have it. */
export interface QiesReportType {
  categoryId: number;
  typeId: number;
  /** 'category-type' (R181). */
  code: string;
  name: string;
  /** Hidden ones are known, so that old requests of them can be listed, but cannot be asked for. */
  isOffered: boolean;
  /** Besides the facility, in the order of the form. */
  fields: readonly ReportField[];
  fixedArgs: readonly FixedArg[];
}

/** The code of a report, 'category-type' (R181). */
export function codeOf(categoryId: number, typeId: number): string {
  return `${categoryId}-${typeId}`;
}

function offered(
  categoryId: number,
  typeId: number,
  name: string,
  fields: readonly ReportField[],
): QiesReportType {
  return {
    categoryId,
    typeId,
    code: codeOf(categoryId, typeId),
    name,
    isOffered: true,
    fields,
    fixedArgs: fields.some((field) => field.name === "endDate")
      ? [DAYS_GIVEN]
      : [],
  };
}

function hidden(
  categoryId: number,
  typeId: number,
  name: string,
): QiesReportType {
  return { ...offered(categoryId, typeId, name, []), isOffered: false };
}

/** Every report that can be asked for, in the order of the form (R181). */
export const QIES_REPORT_TYPES: readonly QiesReportType[] = [
  offered(
    56,
    801,
    "MDS 3.0 Resident Level Quality Measure Report",
    dates({ isCalculated: true }),
  ),
  offered(60, 6035, "SNF QRP Provider Threshold", [fiscalYear]),
  offered(50, 5015, "MDS 3.0 Missing Assessment", []),
  offered(56, 800, "Facility Quality Measure Report", [
    ...dates({ isCalculated: true }),
    comparisonGroup,
  ]),
  offered(56, 804, "Facility Characteristics Report", [
    ...dates({ isCalculated: true }),
    comparisonGroup,
  ]),
  offered(50, 5011, "Errors by Field by Facility", dates()),
  offered(50, 5009, "Error Number Summary by Facility by Vendor", dates()),
  offered(50, 5007, "Error Detail by Facility", dates()),
  offered(50, 5002, "Assessments with Error Number XXXX", [
    ...dates(),
    errorNumbers,
  ]),
  offered(60, 6032, "SNF Facility-Level Quality Measure Report", [dateRange]),
  offered(60, 6033, "SNF Resident-Level Quality Measure Report", [
    dateRange,
    residentSort,
  ]),
  offered(60, 6030, "SNF Review And Correct Report", reviewAndCorrect),
  offered(55, 5017, "MDS 3.0 NH Final Validation", finalValidation),
];

/** Reports that are inactive or hidden (R182). */
const HIDDEN_REPORT_TYPES: readonly QiesReportType[] = [
  hidden(41, 0, "Facility 5 Star Report"),
  hidden(166, 0, "Fiscal Year Noncompliance Notification"),
  hidden(0, 0, "Placeholder"),
];

const BY_CODE = new Map(
  [...QIES_REPORT_TYPES, ...HIDDEN_REPORT_TYPES].map((type) => [
    type.code,
    type,
  ]),
);

/** The report of a code, hidden ones too; null for a code that the portal does not know. */
export function findReportType(code: string): QiesReportType | null {
  return BY_CODE.get(code) ?? null;
}

/** The report of a code, if it can be asked for. */
export function findOfferedType(code: string): QiesReportType | null {
  const type = findReportType(code);
  return type?.isOffered ? type : null;
}
