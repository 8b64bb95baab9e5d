import { seriesOf, type Graphs } from "~/contract/graphs";
import type { IsoDay } from "~/domain/calendar";
import {
  firstMonthOf,
  firstDayOfMonth,
  monthNumberOf,
} from "~/domain/graphs/chart-phases";
import { GRAPH_MODES, type GraphMode } from "~/domain/graphs/graph-modes";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import {
  placesOfMonths,
  eventsInUnits,
  toFourDecimals,
  lineInUnits,
} from "~/domain/graphs/measure-line";
import { lineThrough, wholeMonthCount } from "~/domain/graphs/whole-months";
import type { GraphsView, ProfileView, GraphVerdict } from "../profile-view";
import {
  firstLimits,
  judgedMonths,
  notJudged,
  nothingToChart,
  unusualMonths,
} from "~/domain/graphs/graph-finding";
import { judgeSeries } from "~/domain/graphs/judge-series";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { phasesOfNotes } from "~/features/chart-events/rules/phases-of-notes";
import { readSeries } from "~/features/signals/rules/variation";
import { latestText, unusualText } from "~/features/signals/rules/words";
import {
  judgeTargets,
  newestLimits,
  rollingLimits,
  type Limits,
  type Target,
} from "~/features/targets/rules";
import { targetSentence, targetStory } from "~/features/targets/words";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

interface Known {
  silentSince: IsoDay | null;
  reach?: IsoDay | null;
  filters: Pick<ProfileView["filters"], "endDate">;
}

type Written = Pick<GraphsView, "notes" | "hasUnknownNotes">;

export function graphsView(
  graphs: Graphs,
  { filters: { endDate }, silentSince, reach = null }: Known,
  written: Written = {},
  targets: PageTargets = [],
): GraphsView {
  const { length } = graphs.months;
  const reportedOf = (measure: RateMeasure) =>
    wholeMonthCount(measure, length, endDate, silentSince);
  const lines = Object.fromEntries(
    RATE_MEASURES.map((measure) => {
      const { rates, denominators } = seriesOf(graphs, measure.graph);
      const modes = GRAPH_MODES.map(({ mode }) => {
        const line = {
          rates: rates[mode].map(toFourDecimals),
          denominators: denominators[mode],
        };
        return [mode, lineThrough(line, reportedOf(measure))];
      });
      return [measure.graph, Object.fromEntries(modes)];
    }),
  ) as GraphsView["lines"];
  const events = eventsOf(graphs, endDate, reportedOf);
  const { notes } = written;
  const judged = RATE_MEASURES.map((measure) => {
    const reached = wholeMonthCount(measure, length, endDate, reach);
    const whole = Math.min(reportedOf(measure), reached);
    return judgeGraph(
      measure,
      { lines, ...(events && { events }), ...(notes && { notes }) },
      { endDate, whole },
    );
  });
  return {
    months: graphs.months.map(monthName),
    years: graphs.years,
    isSilent: RATE_MEASURES.some((measure) => reportedOf(measure) < length),
    lines,
    ...(events && { events }),
    ...withTargets(judged, targets, endDate, length),
    trends: { ...graphs.general },
    ...written,
  };
}

function eventsOf(
  { events, months }: Graphs,
  endDate: IsoDay,
  reportedOf: (measure: RateMeasure) => number,
): GraphsView["events"] | null {
  const first = firstMonthOf(months.length, endDate);
  const sent = RATE_MEASURES.flatMap((measure) => {
    const own = events?.[measure.graph];
    if (!own) return [];
    const places = placesOfMonths(own.days, first);
    const count = places.filter((place) => place < reportedOf(measure)).length;
    const reported = {
      ...own,
      days: own.days.slice(0, count),
      counted: own.counted.slice(0, count),
      months: places.slice(0, count),
    };
    return [[measure.graph, reported] as const];
  });
  return sent.length === 0 ? null : Object.fromEntries(sent);
}

function monthName(month: number | string): string {
  if (typeof month === "number") return MONTHS[month - 1] ?? String(month);
  const short = month.trim().slice(0, 3).toLowerCase();
  return MONTHS.find((name) => name.toLowerCase() === short) ?? month;
}

export type PageTargets = readonly (Target & {
  author: string;
  reason: string;
})[];

type Modes<Of> = Record<GraphMode, Of>;

interface JudgedGraph {
  measure: RateMeasure;
  verdicts: Modes<GraphVerdict>;
  limits: Modes<Limits | null>;
}

function judgeGraph(
  measure: RateMeasure,
  { lines, events, notes }: Pick<GraphsView, "lines" | "events" | "notes">,
  { endDate, whole }: { endDate: IsoDay; whole: number },
): JudgedGraph {
  const own = eventsInUnits(measure, events?.[measure.graph]);
  const phases = notes && phasesOfNotes(notes.phases, measure, notes.first);
  const { mom: months, rolling: sums } = lines[measure.graph];
  const line = lineInUnits(measure, months);
  const series = judgeSeries(
    measure,
    line,
    "mom",
    phases,
    own && { events: own },
  );
  const rollingLine = lineInUnits(measure, sums);
  const rolling = judgeSeries(measure, rollingLine, "rolling", phases, {
    months: line,
  });
  const { variation, latest, indexes } = readSeries(
    measure,
    series,
    line,
    whole,
  );
  const { length } = line.rates;
  const first = firstMonthOf(length, endDate);
  const said = latestText({
    variation,
    months: indexes.map((at) => firstDayOfMonth(first + at).slice(0, 7)),
  });
  const unusual = unusualMonths(series.chart, series.signals).length;
  const verdictOf = (
    mode: GraphMode,
    story: typeof series,
    isTooFew: boolean,
  ): GraphVerdict => {
    const isNewPhase = isTooFew && firstLimits({ mode, ...story }) !== null;
    return {
      latest:
        latest === null
          ? nothingToChart(length)
          : isNewPhase
            ? notJudged({ mode, ...story })
            : said,
      unusual:
        unusual === 0 && (isNewPhase || variation === "too_few")
          ? null
          : unusualText(unusual, judgedMonths(series), length),
      hasUnusual: unusual > 0,
    };
  };
  return {
    measure,
    verdicts: {
      mom: verdictOf("mom", series, variation === "too_few"),
      rolling: verdictOf("rolling", rolling, true),
    },
    limits: {
      mom: newestLimits(series.chart, { latest, variation }),
      rolling: rollingLimits(measure, rolling.chart, rollingLine),
    },
  };
}

function withTargets(
  graphs: readonly JudgedGraph[],
  targets: PageTargets,
  endDate: IsoDay,
  months: number,
): Pick<GraphsView, "verdicts" | "targets"> {
  const verdicts = Object.fromEntries(
    graphs.map(({ measure, verdicts }) => [measure.graph, { ...verdicts }]),
  ) as Record<GraphTag, Modes<GraphVerdict>>;
  const limits = new Map(
    graphs.map(({ measure, limits }) => [measure.graph, limits]),
  );
  const found: NonNullable<GraphsView["targets"]> = {};
  for (const { mode } of GRAPH_MODES) {
    const inForce = judgeTargets(
      targets,
      endDate,
      (measure) => limits.get(measure)?.[mode] ?? null,
    );
    for (const target of Object.values(inForce)) {
      const { measure, value, verdict, from } = target;
      const said = verdicts[measure][mode];
      verdicts[measure][mode] = {
        ...said,
        latest: `${said.latest} ${targetSentence(target)}`,
      };
      // The overview card has the rate of many months.
      if (mode === "mom") continue;
      found[measure] = {
        ...{ measure, value, verdict },
        start: Math.max(0, monthNumberOf(from) - firstMonthOf(months, endDate)),
        story: targetStory(target),
      };
    }
  }
  return {
    verdicts: sentVerdicts(verdicts),
    ...(Object.keys(found).length > 0 && { targets: found }),
  };
}

function sentVerdicts(
  verdicts: Record<GraphTag, Modes<GraphVerdict>>,
): GraphsView["verdicts"] {
  return Object.fromEntries(
    Object.entries(verdicts).map(([graph, { mom, rolling }]) => [
      graph,
      mom.latest === rolling.latest && mom.unusual === rolling.unusual
        ? { mom }
        : { mom, rolling },
    ]),
  ) as GraphsView["verdicts"];
}
