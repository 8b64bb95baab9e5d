import { epochDayOf } from "~/domain/calendar";
import { changeWords } from "../inspector/inspector-words";
import {
  figureText,
  type FigureBlock,
  type OverviewMetrics,
} from "~/domain/figures/metrics";
import {
  figuresOf,
  type OverviewFigure,
} from "~/domain/figures/overview-figures";
import { type RateVerdict, periodChange } from "./period-change";
import { rangeText } from "~/domain/range-text";
import { findRateMeasure } from "~/domain/figures/rate-measures";
import { isSmallDenominator } from "~/domain/figures/small-numbers";
import { targetText } from "~/features/targets/words";
import { sparklinePath } from "~/ui/charts/sparkline";
import type {
  FigureNote,
  FiguresView,
  FigureView,
  ProfileView,
} from "../profile-view";
import { trendOf, shownMetrics } from "./figure-trends";

type Source = Pick<
  ProfileView,
  "metrics" | "graphs" | "previous" | "filters" | "lastUpdated" | "reach"
>;

/** As text and lines, so that the browser need not know how they are made: 'Unknown' on error and zeros on empty (R54). */
export function figuresView(source: Source): FiguresView {
  const metrics = shownMetrics(source);
  const blockOf = (block: FigureBlock) =>
    figuresOf(block).map((figure) => figureView(figure, metrics, source));
  const { months } = trendOf(source, "ach_adm");
  return {
    blocks: {
      general: blockOf("general"),
      short: blockOf("short"),
      long: blockOf("long"),
    },
    months: months.length,
    caption: metrics ? captionOf(source) : "",
  };
}

function figureView(
  figure: OverviewFigure,
  metrics: OverviewMetrics | null,
  source: Source,
): FigureView {
  const measure = findRateMeasure(figure.tag);
  const { values } = trendOf(source, figure.tag);
  const { graphs } = source;
  const target =
    measure && graphs.state === "data"
      ? graphs.data.targets?.[measure.graph]
      : undefined;
  return {
    tag: figure.tag,
    text: figureText(figure, metrics),
    line: metrics && measure && sparklinePath(values),
    note: metrics && noteOf(figure, metrics, source),
    ...(target && {
      target: targetText(
        target,
        isYear(source.filters) ? undefined : "over 12 months",
      ),
    }),
  };
}

function isYear({ startDate, endDate }: Source["filters"]): boolean {
  return epochDayOf(endDate) - epochDayOf(startDate) >= 364;
}

const ARROW = { up: "▲", down: "▼" } as const;

const VERDICTS: Record<RateVerdict, string> = {
  better: "Better",
  worse: "Worse",
  "no real change": "No real change",
  "too few": "Too few to say",
};

function noteOf(
  figure: OverviewFigure,
  metrics: OverviewMetrics,
  { previous }: Source,
): FigureNote | null {
  const measure = findRateMeasure(figure.tag);
  if (
    measure &&
    isSmallDenominator(measure, measure.read(metrics).denominator)
  ) {
    return { text: VERDICTS["too few"], spoken: null, tone: null };
  }
  if (!previous?.metrics) return null;
  const now = previous.now ?? metrics;
  const change = periodChange(figure, now, previous.metrics);
  if (!change) return null;
  const { direction, short, verdict } = change;
  const isMoved = verdict === "better" || verdict === "worse";
  if (verdict && !isMoved) {
    return { text: VERDICTS[verdict], spoken: null, tone: null };
  }
  return {
    text:
      direction === "none"
        ? "same"
        : [
            ...(isMoved ? [VERDICTS[verdict]] : []),
            ARROW[direction],
            short,
          ].join(" "),
    spoken: changeWords(change, rangeText(previous.range)),
    tone: isMoved ? verdict : null,
  };
}

function captionOf({ previous }: Source): string {
  return [
    ...(previous?.metrics
      ? [`Compared with ${rangeText(previous.range)}.`]
      : []),
    ...(previous?.note ? [previous.note] : []),
  ].join(" ");
}
