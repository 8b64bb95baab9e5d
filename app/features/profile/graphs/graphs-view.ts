import { seriesOf, type Graphs } from "~/contract/graphs";
import type { IsoDay } from "~/domain/calendar";
import {
  firstDayOfMonth,
  firstMonthOf,
  monthNumberOf,
  type MonthNumber,
} from "~/domain/graphs/chart-phases";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import {
  judgeTargets,
  newestLimits,
  type Judged,
  type Limits,
  type Target,
} from "~/features/targets/rules";
import { targetSentence, targetStory } from "~/features/targets/words";
import { phasesOfNotes } from "~/features/chart-events/rules/phases-of-notes";
import {
  firstLimits,
  nothingToChart,
  notJudged,
  unusualMonths,
} from "~/domain/graphs/graph-finding";
import { GRAPH_MODES } from "~/domain/graphs/graph-modes";
import { judgeSeries } from "~/domain/graphs/judge-series";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { eventsInUnits, placesOfMonths } from "~/domain/graphs/graph-events";
import { lineInUnits, toFourDecimals } from "~/domain/graphs/measure-line";
import { lineThrough, wholeMonthCount } from "~/domain/graphs/whole-months";
import { latestText, unusualText } from "~/features/signals/rules/words";
import { readSeries } from "~/features/signals/rules/variation";
import type { GraphsView, GraphVerdict, ProfileView } from "../profile-view";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** What a page knows of the time that its graphs show. */
interface Known {
  /** The last day of which a facility that is silent has told; null where it is not. */
  silentSince: IsoDay | null;
  /** The last day through which the data are complete; null where it is not known. */
  reach?: IsoDay | null;
  filters: Pick<ProfileView["filters"], "endDate">;
}

/** What is known of what is written on them. */
type Written = Pick<GraphsView, "notes" | "hasUnknownNotes">;

/** What is set for the place of a page and those above it. */
export type PageTargets = readonly (Target & {
  author: string;
  reason: string;
})[];

/** The graphs of an answer in both modes, and the counts of the overview figures. */
export function graphsView(
  graphs: Graphs,
  { filters: { endDate }, silentSince, reach = null }: Known,
  written: Written = {},
  targets: PageTargets = [],
): GraphsView {
  const { length } = graphs.months;
  const toldOf = (measure: RateMeasure) =>
    wholeMonthCount(measure, length, endDate, silentSince);
  const lines = Object.fromEntries(
    RATE_MEASURES.map((measure) => {
      const { rates, denominators } = seriesOf(graphs, measure.graph);
      const modes = GRAPH_MODES.map(({ mode }) => {
        const line = {
          rates: rates[mode].map(toFourDecimals),
          denominators: denominators[mode],
        };
        return [mode, lineThrough(line, toldOf(measure))];
      });
      return [measure.graph, Object.fromEntries(modes)];
    }),
  ) as GraphsView["lines"];
  const events = eventsOf(graphs, endDate, toldOf);
  const { notes } = written;
  const first = firstMonthOf(length, endDate);
  const limits = new Map<GraphTag, Limits | null>();
  const verdictOf = (measure: RateMeasure): GraphVerdict => {
    const line = lineInUnits(measure, lines[measure.graph].mom);
    const own = eventsInUnits(measure, events?.[measure.graph]);
    const series = judgeSeries(
      measure,
      line,
      "mom",
      notes && phasesOfNotes(notes.phases, measure, notes.first),
      own && { events: own },
    );
    const whole = wholeMonthCount(measure, length, endDate, reach);
    const { variation, latest, indexes } = readSeries(
      measure,
      series,
      line,
      Math.min(toldOf(measure), whole),
    );
    limits.set(
      measure.graph,
      newestLimits(series.chart, { latest, variation }),
    );
    const unusual = unusualMonths(series.chart, series.signals).length;
    const isTooFew = variation === "too_few";
    const isNewPhase =
      isTooFew && firstLimits({ mode: "mom", ...series }) !== null;
    const months = indexes.map((at) => firstDayOfMonth(first + at).slice(0, 7));
    return {
      latest:
        latest === null
          ? nothingToChart(length)
          : isNewPhase
            ? notJudged({ mode: "mom", ...series })
            : latestText({ variation, months }),
      unusual: isTooFew && unusual === 0 ? null : unusualText(unusual, length),
      hasUnusual: unusual > 0,
    };
  };
  const verdicts = Object.fromEntries(
    RATE_MEASURES.map((one) => [one.graph, verdictOf(one)]),
  ) as GraphsView["verdicts"];
  const inForce = judgeTargets(
    targets,
    endDate,
    (measure) => limits.get(measure) ?? null,
  );
  return {
    months: graphs.months.map(monthName),
    years: graphs.years,
    isSilent: RATE_MEASURES.some((measure) => toldOf(measure) < length),
    lines,
    ...(events && { events }),
    ...withTargets(verdicts, Object.values(inForce), first),
    trends: { ...graphs.general },
    ...written,
  };
}

/** The card of a chart says how its target stands, and the graph in full who set it. */
function withTargets(
  verdicts: GraphsView["verdicts"],
  inForce: readonly Judged<PageTargets[number]>[],
  first: MonthNumber,
): Pick<GraphsView, "verdicts" | "targets"> {
  if (inForce.length === 0) return { verdicts };
  const said = { ...verdicts };
  const targets: GraphsView["targets"] = {};
  for (const target of inForce) {
    const { measure, value, verdict, from } = target;
    const { latest, ...unusual } = verdicts[measure];
    said[measure] = {
      latest: `${latest} ${targetSentence(target)}`,
      ...unusual,
    };
    targets[measure] = {
      ...{ measure, value, verdict },
      start: Math.max(0, monthNumberOf(from) - first),
      story: targetStory(target),
    };
  }
  return { verdicts: said, targets };
}

/** The events of each measure with few of them, in the months that are told; null where the host sends none. */
function eventsOf(
  { events, months }: Graphs,
  endDate: IsoDay,
  toldOf: (measure: RateMeasure) => number,
): GraphsView["events"] | null {
  const first = firstMonthOf(months.length, endDate);
  const sent = RATE_MEASURES.flatMap((measure) => {
    const own = events?.[measure.graph];
    if (!own) return [];
    const places = placesOfMonths(own.days, first);
    const count = places.filter((place) => place < toldOf(measure)).length;
    const told = {
      ...own,
      days: own.days.slice(0, count),
      counted: own.counted.slice(0, count),
      months: places.slice(0, count),
    };
    return [[measure.graph, told] as const];
  });
  return sent.length === 0 ? null : Object.fromEntries(sent);
}

/** 'Jan' of 1 and of a name; a word that is no month stays as it is. */
function monthName(month: number | string): string {
  if (typeof month === "number") return MONTHS[month - 1] ?? String(month);
  const short = month.trim().slice(0, 3).toLowerCase();
  return MONTHS.find((name) => name.toLowerCase() === short) ?? month;
}
