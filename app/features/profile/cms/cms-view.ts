import { usDayOf } from "~/domain/calendar";
import { findCmsMeasure } from "../rules/cms/cms-measures";
import {
  averagesText,
  averageSentences,
  CMS_MEASURE_WORDS,
  CMS_TEXTS,
  cmsScoreText,
  footnoteText,
  stateHead,
} from "../rules/cms/cms-words";
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
import { hasNoneSettled } from "~/domain/figures/settled-admissions";
import type { CmsMeasures, CmsMeasureRow } from "~server/cms-measures/service";
import { shownMetrics } from "../overview/figure-trends";
import type { ProfileView, CmsView } from "../profile-view";

type Source = Pick<ProfileView, "metrics" | "filters" | "through">;

interface Pair {
  row: CmsMeasureRow;
  name: string;
  difference: string;
  beside: RateMeasure;
}

/** Each measure beside the page's own rate, with both periods (R387). No difference is worked out. */
export function cmsView(data: CmsMeasures, source: Source): CmsView {
  const pairs = data.measures.flatMap((row) => pairOf(row) ?? []);
  const rows = pairs.map((pair) => ({
    measure: pair.row.measure,
    name: pair.name,
    cells: cellsOf(pair, source),
  }));
  const averagesOn = data.averages_on && usDayOf(data.averages_on);
  const hasSmall = rows.some(({ cells }) => cells.some(isMarked));
  return {
    kinds: CMS_TEXTS.kinds,
    heads: headsOf(data),
    rows,
    notes: [
      ...pairs.flatMap(
        ({ row }) => footnoteText(row.measure, row.footnote) ?? [],
      ),
      ...(hasSmall ? [SMALL_MARK_NOTE] : []),
    ],
    method: [
      ...pairs.map(({ difference }) => difference),
      CMS_TEXTS.noCounterpart,
      CMS_TEXTS.noLimits,
      ...(averagesOn ? [averagesText(averagesOn)] : []),
    ],
    averages: Object.fromEntries(
      pairs.flatMap(({ row, beside }) => {
        const sentences = averageSentences(row.measure, data.state, {
          ofState: row.state_average,
          ofNation: row.nation_average,
        });
        return sentences === null ? [] : [[beside.tag, sentences]];
      }),
    ),
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

function pairOf(row: CmsMeasureRow): Pair | null {
  const tag = findCmsMeasure(String(row.measure))?.beside;
  const beside = findRateMeasure(tag ?? null);
  return beside && { row, ...CMS_MEASURE_WORDS[row.measure], beside };
}

function cellsOf({ row, beside }: Pair, source: Source): string[] {
  const text = (score: number | null, otherwise: string) =>
    cmsScoreText(row.measure, score) ?? otherwise;
  return [
    text(row.adjusted, CMS_TEXTS.suppressed),
    text(row.observed, CMS_TEXTS.suppressed),
    text(row.expected, CMS_TEXTS.suppressed),
    `${usDayOf(row.period_from)}–${usDayOf(row.period_to)}`,
    text(row.state_average, messages.unknown),
    text(row.nation_average, messages.unknown),
    ownRate(beside, source),
    ownPeriod(source),
  ];
}

function ownRate(measure: RateMeasure, source: Source): string {
  const metrics = shownMetrics(source);
  if (!metrics) return messages.unknown;
  if (measure.chart === "p" && hasNoneSettled(metrics.short_stays)) {
    return messages.notYet;
  }
  const { rate, denominator } = measure.read(metrics);
  if (!denominator) return messages.unknown;
  const mark = isSmallDenominator(measure, denominator) ? `${SMALL_MARK} ` : "";
  return mark + formatRate(measure, rate);
}

function ownPeriod({ filters, through }: Source): string {
  const isnp = filters.isnp ? ` · ${messages.profile.isnpOnly}` : "";
  return `${rangeText(filters)}${through}${isnp}`;
}
