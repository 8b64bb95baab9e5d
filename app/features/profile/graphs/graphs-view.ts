import { seriesOf, type Graphs } from "~/contract/graphs";
import type { IsoDay } from "~/domain/calendar";
import { firstMonthOf } from "~/domain/graphs/chart-phases";
import { phasesOfNotes } from "~/domain/chart-notes/phases-of-notes";
import { unusualMonths } from "~/domain/graphs/graph-finding";
import { GRAPH_MODES } from "~/domain/graphs/graph-modes";
import { judgeSeries } from "~/domain/graphs/judge-series";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { judgedMonths } from "~/domain/graphs/judged-months";
import { eventsInUnits, placesOfMonths } from "~/domain/graphs/graph-events";
import { lineInUnits, toFourDecimals } from "~/domain/graphs/measure-line";
import type { GraphsView, ProfileView } from "../profile-view";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** What a page knows of the time that its graphs show. */
type Known = Pick<ProfileView, "lastUpdated" | "reach"> & {
  /** The last day of which a facility that is silent has told; null where it is not. */
  silentSince: IsoDay | null;
  filters: Pick<ProfileView["filters"], "endDate">;
};

/** What is known of what is written on them. */
type Written = Pick<GraphsView, "notes" | "hasUnknownNotes">;

/** The graphs of an answer in both modes, and the counts of the overview figures. */
export function graphsView(
  graphs: Graphs,
  { filters, silentSince, ...time }: Known,
  written: Written = {},
): GraphsView {
  const lines = Object.fromEntries(
    RATE_MEASURES.map(({ graph }) => {
      const { rates, denominators } = seriesOf(graphs, graph);
      const modes = GRAPH_MODES.map(({ mode }) => [
        mode,
        {
          rates: rates[mode].map(toFourDecimals),
          denominators: denominators[mode],
        },
      ]);
      return [graph, Object.fromEntries(modes)];
    }),
  ) as GraphsView["lines"];
  const judged = judgedMonths(
    graphs.months.length,
    filters.endDate,
    time,
    silentSince,
  );
  const events = eventsOf(graphs, filters.endDate);
  const { notes } = written;
  const unusualOf = (measure: RateMeasure, isPlain: boolean) => {
    const line = lineInUnits(measure, lines[measure.graph].mom);
    const own = eventsInUnits(measure, events?.[measure.graph]);
    const { chart, signals } = judgeSeries(
      measure,
      line,
      judged,
      "mom",
      notes && phasesOfNotes(notes.phases, measure, notes.first),
      { isPlain, ...(own && { events: own }) },
    );
    return unusualMonths(chart, signals).length;
  };
  const unusual = Object.fromEntries(
    RATE_MEASURES.map((one) => [one.graph, unusualOf(one, false)]),
  ) as GraphsView["unusual"];
  const plainUnusual: GraphsView["plainUnusual"] = Object.fromEntries(
    RATE_MEASURES.map(
      (one) => [one.graph, unusualOf(one, true)] as const,
    ).filter(([graph, count]) => count !== unusual[graph]),
  );
  return {
    months: graphs.months.map(monthName),
    years: graphs.years,
    ...judged,
    lines,
    ...(events && { events }),
    unusual,
    ...(Object.keys(plainUnusual).length > 0 && { plainUnusual }),
    trends: { ...graphs.general },
    ...written,
  };
}

/** The events of each measure with few of them; null where the host sends none. */
function eventsOf(
  { events, months }: Graphs,
  endDate: IsoDay,
): GraphsView["events"] | null {
  const first = firstMonthOf(months.length, endDate);
  const sent = Object.entries(events ?? {}).flatMap(([graph, own]) =>
    own
      ? [
          [
            graph,
            {
              ...own,
              months: placesOfMonths(own.days, first),
            },
          ] as const,
        ]
      : [],
  );
  return sent.length === 0 ? null : Object.fromEntries(sent);
}

/** 'Jan' of 1 and of a name; a word that is no month stays as it is. */
function monthName(month: number | string): string {
  if (typeof month === "number") return MONTHS[month - 1] ?? String(month);
  const short = month.trim().slice(0, 3).toLowerCase();
  return MONTHS.find((name) => name.toLowerCase() === short) ?? month;
}
