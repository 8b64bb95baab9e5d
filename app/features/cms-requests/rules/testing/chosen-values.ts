import type { IsoDay } from "~/domain/calendar";
import type { TypedValues } from "../report-fields";

/** What a journey types where the form of a report is not complete by itself; nothing for the others. */
export function chosenFor(code: string, today: IsoDay): TypedValues {
  const dates = { startDate: ["2026-01-01"], endDate: [today] };
  const comparisonGroup = ["10/01/2010-03/31/2011"];
  switch (code) {
    case "50-5015":
    case "60-6030":
      return {};
    case "60-6035":
      return { fiscalYear: ["2024"] };
    case "56-800":
    case "56-804":
      return { ...dates, comparisonGroup };
    case "50-5002":
      return { ...dates, errorNumbers: ["-1001"] };
    case "60-6032":
    case "60-6033":
      return { dateRange: ["10/01/2016-09/30/2017"] };
    case "55-5017":
      return { submissionBy: ["id"], submissionId: ["20260101"] };
    default:
      return dates;
  }
}
