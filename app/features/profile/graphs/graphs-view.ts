import { seriesOf, type Graphs } from "~/contract/graphs";
import type { IsoDay } from "~/domain/calendar";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { GRAPH_MODES } from "~/domain/graphs/graph-modes";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { placesOfMonths } from "~/domain/graphs/graph-events";
import { toFourDecimals } from "~/domain/graphs/measure-line";
import { lineThrough, wholeMonthCount } from "~/domain/graphs/whole-months";
import type { GraphsView, ProfileView } from "../profile-view";
import { judgeGraph, withTargets, type PageTargets } from "./graph-verdicts";

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
  const judged = RATE_MEASURES.map((measure) => {
    const reached = wholeMonthCount(measure, length, endDate, reach);
    const whole = Math.min(toldOf(measure), reached);
    return judgeGraph(
      measure,
      { lines, ...(events && { events }), ...(notes && { notes }) },
      { endDate, whole },
    );
  });
  return {
    months: graphs.months.map(monthName),
    years: graphs.years,
    isSilent: RATE_MEASURES.some((measure) => toldOf(measure) < length),
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

function monthName(month: number | string): string {
  if (typeof month === "number") return MONTHS[month - 1] ?? String(month);
  const short = month.trim().slice(0, 3).toLowerCase();
  return MONTHS.find((name) => name.toLowerCase() === short) ?? month;
}
