import type { CmsMeasures, CmsMeasureRow } from "~/contract/cms-measures";
import { usDayOf } from "~/domain/calendar";
import { findCmsMeasure } from "~/domain/cms/cms-measures";
import {
  averagesText,
  CMS_TEXTS,
  cmsMeasureWords,
  cmsScoreText,
  footnoteText,
  stateHead,
} from "~/domain/cms/cms-words";
import {
  findRateMeasure,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import {
  isSmallDenominator,
  SMALL_MARK_NOTE,
} from "~/domain/figures/small-numbers";
import { formatRate } from "~/domain/graphs/graph-words";
import { messages } from "~/domain/messages";
import { rangeText } from "~/domain/range-text";
import { shownMetrics } from "../overview/shown-metrics";
import type { ProfileView } from "../profile-view";
import type { CmsView } from "./shown-cms";

type Source = Pick<ProfileView, "metrics" | "filters" | "through">;

/**
 * What CMS publishes of a facility, as it is written (R387): each measure beside the rate of the page's overview, with both
 * periods. No difference is worked out. Measures that only a newer host knows are left out.
 */
export function cmsView(data: CmsMeasures, source: Source): CmsView {
  const rows = data.measures.flatMap((row) => rowOf(row, source) ?? []);
  const averagesOn = data.averages_on && usDayOf(data.averages_on);
  const hasSmall = rows.some(({ cells }) => cells.some(isMarked));
  return {
    heads: headsOf(data),
    rows,
    notes: [
      ...CMS_TEXTS.kinds,
      ...(averagesOn ? [averagesText(averagesOn)] : []),
      ...(hasSmall ? [SMALL_MARK_NOTE] : []),
    ],
  };
}

function headsOf({ state }: CmsMeasures): string[] {
  const { adjusted, observed, expected, period, nation, own, ownPeriod } =
    CMS_TEXTS;
  const ofState = stateHead(state);
  return [
    adjusted,
    observed,
    expected,
    period,
    ofState,
    nation,
    own,
    ownPeriod,
  ];
}

function isMarked(cell: string): boolean {
  return cell.startsWith(SMALL_MARK);
}

function rowOf(
  row: CmsMeasureRow,
  source: Source,
): CmsView["rows"][number] | null {
  const words = cmsMeasureWords(row.measure);
  const beside = findCmsMeasure(String(row.measure))?.beside;
  const measure = findRateMeasure(beside ?? null);
  if (!words || !measure) return null;
  const score = (value: number | null) =>
    cmsScoreText(row.measure, value) ?? CMS_TEXTS.suppressed;
  const average = (value: number | null) =>
    cmsScoreText(row.measure, value) ?? messages.unknown;
  return {
    measure: row.measure,
    ...words,
    note: footnoteText(row.footnote),
    cells: [
      score(row.adjusted),
      score(row.observed),
      score(row.expected),
      `${usDayOf(row.period_from)}–${usDayOf(row.period_to)}`,
      average(row.state_average),
      average(row.nation_average),
      ownRate(measure, source),
      ownPeriod(source),
    ],
  };
}

function ownRate(measure: RateMeasure, source: Source): string {
  const metrics = shownMetrics(source);
  if (!metrics) return messages.unknown;
  const { rate, denominator } = measure.read(metrics);
  const mark = isSmallDenominator(measure, denominator) ? `${SMALL_MARK} ` : "";
  return mark + formatRate(measure, rate);
}

function ownPeriod({ filters, through }: Source): string {
  const isnp = filters.isnp ? ` · ${messages.profile.isnpOnly}` : "";
  return `${rangeText(filters)}${through}${isnp}`;
}
