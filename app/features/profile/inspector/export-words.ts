import type { FigureTag } from "~/domain/figures/figure-tags";
import type { OverviewMetrics } from "~/domain/figures/metrics";
import { formatCount } from "~/domain/number-format";
import { findFigure } from "~/domain/figures/overview-figures";

const ROWS: Record<FigureTag, string> = {
  patient_count: "patient",
  days_of_care: "stay",
  snf_adm: "admission",
  rth: "return to hospital",
  ed: "admission with an ED visit",
  ach_adm: "admission from hospital",
  h_1000: "hospitalization",
  ed_1000: "ED visit",
  adm_1000: "hospital admission",
  pd_lt_doc: "stay with long-term days",
};

const ARE_DAYS: readonly FigureTag[] = ["days_of_care", "pd_lt_doc"];

/** The figure that exports the denominator of a rate; the rate's own file holds only what counted. */
const DENOMINATOR_OF: Partial<Record<FigureTag, FigureTag>> = {
  rth: "ach_adm",
  ed: "ach_adm",
  h_1000: "pd_lt_doc",
  ed_1000: "pd_lt_doc",
  adm_1000: "pd_lt_doc",
};

/** 'The file has 34 rows, one for each return to hospital.' */
export function exportSentences(
  tag: FigureTag,
  metrics: OverviewMetrics,
): string[] {
  const count = countOf(tag, metrics);
  if (count === 0)
    return ["There is nothing to export, because the count is 0."];
  const denominator = DENOMINATOR_OF[tag];
  return [
    rowsSentence(tag, count),
    ...(denominator
      ? [
          `For the denominator, export ${findFigure(denominator)?.label ?? denominator}.`,
        ]
      : []),
  ];
}

export function rowsText(tag: FigureTag, count: number | null): string {
  return count === null
    ? `One row for each ${ROWS[tag]}`
    : `${formatCount(count)} ${count === 1 ? "row" : "rows"}, one for each ${ROWS[tag]}`;
}

/** False where nothing was counted, so that there is no file; true where that is not known. */
export function hasRows(tag: FigureTag, metrics: OverviewMetrics): boolean {
  return countOf(tag, metrics) !== 0;
}

function countOf(tag: FigureTag, metrics: OverviewMetrics): number | null {
  return findFigure(tag)?.read(metrics).count ?? null;
}

function rowsSentence(tag: FigureTag, count: number | null): string {
  if (count === null) return `The file has one row for each ${ROWS[tag]}.`;
  if (ARE_DAYS.includes(tag)) {
    return `The file has one row for each ${ROWS[tag]}. Their days add up to ${formatCount(count)}.`;
  }
  return `The file has ${rowsText(tag, count)}.`;
}
