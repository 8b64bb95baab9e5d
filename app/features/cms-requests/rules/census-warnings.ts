import type { QiesCensus } from "~/contract/qies-reports";
import { isIsoDay, usDayOf, type IsoDay } from "~/domain/calendar";
import { rangeLabel, type DayRange } from "./report-options";
import { heldBy, optionsOf, type TypedValues } from "./report-fields";
import type { QiesReportType } from "./report-types";
import { shownFields } from "./request-rules";

/** Says which part of the typed periods the census does not cover. Empty where it covers all. */
export function censusWarnings(
  type: QiesReportType,
  typed: TypedValues,
  { first_day: firstDay, last_day: lastDay }: QiesCensus,
): string[] {
  if (firstDay === null) {
    return ["The census is empty, so the report will have no figures."];
  }
  const warnings = periodsOf(type, typed).flatMap(({ start, end }) => [
    ...(end < firstDay ? [nothingText(firstDay, { start, end })] : []),
    ...(start < firstDay && firstDay <= end ? [beginsText(firstDay)] : []),
    ...(lastDay !== null && end > lastDay ? [endsText(lastDay)] : []),
  ]);
  return [...new Set(warnings)];
}

function periodsOf(type: QiesReportType, typed: TypedValues): DayRange[] {
  const fields = shownFields(type, typed);
  const chosen = fields.flatMap((field) => {
    const value = heldBy(typed, field.name);
    const option = optionsOf(field, typed).find((one) => one.value === value);
    return option?.days ? [option.days] : [];
  });
  if (!fields.some(({ kind }) => kind === "day")) return chosen;
  const start = heldBy(typed, "startDate");
  const end = heldBy(typed, "endDate");
  return isIsoDay(start) && isIsoDay(end) && start <= end
    ? [{ start, end }, ...chosen]
    : chosen;
}

function nothingText(firstDay: IsoDay, period: DayRange): string {
  return `The census begins on ${usDayOf(firstDay)}. It has nothing for ${rangeLabel(period, "–")}.`;
}

function beginsText(firstDay: IsoDay): string {
  return `The census begins on ${usDayOf(firstDay)}. The report will have no figures before that day.`;
}

function endsText(lastDay: IsoDay): string {
  return `The census is complete through ${usDayOf(lastDay)}. The report will count no day after it.`;
}

/** Reports about submissions to CMS. */
const SUBMISSION_CATEGORIES = new Set([50, 55]);

/** Said in the form and in the report. */
export function censusReportText({
  categoryId,
}: Pick<QiesReportType, "categoryId">): string {
  return SUBMISSION_CATEGORIES.has(categoryId)
    ? "The census cannot fill this report, because it has no MDS submissions. You get what to check in the census instead: gaps in records, admissions and discharges."
    : "The census has no MDS assessments and no claims, so the report does not show the CMS measures. You get the facility's own figures instead.";
}

export function censusAboutText(firstDay: IsoDay | null): string {
  const about =
    "This portal makes the reports from its own census. They are not CMS documents.";
  return firstDay === null
    ? about
    : `${about} The census begins on ${usDayOf(firstDay)}.`;
}
