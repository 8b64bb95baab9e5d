import type { IsoDay } from "~/domain/calendar";
import type { RateMeasure } from "~/domain/figures/rate-measures";
import {
  firstDayOfMonth,
  firstMonthOf,
  monthNumberOf,
} from "~/domain/graphs/chart-phases";
import { eventsInUnits } from "~/domain/graphs/graph-events";
import {
  firstLimits,
  judgedMonths,
  notJudged,
  nothingToChart,
  unusualMonths,
} from "~/domain/graphs/graph-finding";
import { GRAPH_MODES, type GraphMode } from "~/domain/graphs/graph-modes";
import { judgeSeries } from "~/domain/graphs/judge-series";
import { lineInUnits } from "~/domain/graphs/measure-line";
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
import type { GraphsView, GraphVerdict } from "../profile-view";

export type PageTargets = readonly (Target & {
  author: string;
  reason: string;
})[];

type Modes<Of> = Record<GraphMode, Of>;

export interface JudgedGraph {
  measure: RateMeasure;
  verdicts: Modes<GraphVerdict>;
  limits: Modes<Limits | null>;
}

interface Known {
  endDate: IsoDay;
  whole: number;
}

export function judgeGraph(
  measure: RateMeasure,
  { lines, events, notes }: Pick<GraphsView, "lines" | "events" | "notes">,
  { endDate, whole }: Known,
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

export function withTargets(
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
