import { modeOf } from "~/domain/graphs/graph-modes";
import {
  numberedEvents,
  type NumberedEvent,
} from "~/domain/graphs/chart-notes";
import { phasesOfNotes } from "~/features/chart-events/rules/phases-of-notes";
import { judgeSeries, type JudgedPart } from "~/domain/graphs/judge-series";
import { eventsInUnits, lineInUnits } from "~/domain/graphs/measure-line";
import { monthNames, type ChartStory } from "~/domain/graphs/graph-words";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import type {
  GraphLine,
  GraphsView,
  ProfileView,
  TargetOfGraph,
} from "../profile-view";

export interface GraphReading extends ChartStory {
  parts: readonly JudgedPart[];
  events: readonly NumberedEvent[];
  target: TargetOfGraph | null;
  line: GraphLine;
  labels: Record<"some" | "all", AxisLabel[]>;
}

export function measureOf(tag: GraphTag): RateMeasure {
  const measure = RATE_MEASURES.find(({ graph }) => graph === tag);
  if (!measure) throw new Error(`There is no graph ${tag}.`);
  return measure;
}

export function isDrawn({ parts }: Pick<GraphReading, "parts">): boolean {
  return parts.some(({ centre }) => centre !== null);
}

export function readGraph(
  graphs: GraphsView,
  monthly: ProfileView["monthly"],
  tag: GraphTag,
): GraphReading {
  const measure = measureOf(tag);
  const mode = modeOf(monthly, tag);
  const line = lineInUnits(measure, graphs.lines[tag][mode]);
  const events = eventsInUnits(measure, graphs.events?.[tag]);
  const { notes } = graphs;
  const phases = notes && phasesOfNotes(notes.phases, measure, notes.first);
  return {
    measure,
    mode,
    line,
    denominators: line.denominators,
    ...judgeSeries(measure, line, mode, phases, {
      ...(events && { events }),
      months: lineInUnits(measure, graphs.lines[tag].mom),
    }),
    months: monthNames(graphs.months, graphs.years),
    labels: {
      some: sparseLabels(graphs.months, graphs.years),
      all: denseLabels(graphs.months, graphs.years),
    },
    events: notes ? numberedEvents(notes, tag) : [],
    target: graphs.targets?.[tag] ?? null,
    isSilent: graphs.isSilent,
  };
}

export interface AxisLabel {
  index: number;
  month: string;
  /** Shown below the month; null if an earlier label shows the year. */
  year: string | null;
  /** Between two that are named where there is little room: named on wide screens alone. */
  isBetween: boolean;
}

const EVERY = 3;

/** Among more months than these it is every sixth; where there is room it is every third of them, and else all (R113, R391). */
const MOST_CLOSE = 24;
const FAR = 6;

/** So many of the newest labels carry their year where all months are named (R113). */
const YEAR_MARKED = 6;

/** Every third month, in step with the turn of the year where the series has one; among many months January and July. */
export function sparseLabels(
  months: readonly string[],
  years: readonly number[],
): AxisLabel[] {
  return labelsOf(months, years, months.length > MOST_CLOSE ? FAR : EVERY);
}

/** For wide screens: every month, or every third of many. The newest six have their year, and so have the {@link sparseLabels}. */
export function denseLabels(
  months: readonly string[],
  years: readonly number[],
): AxisLabel[] {
  const named = new Map(
    sparseLabels(months, years).map((label) => [label.index, label]),
  );
  if (months.length > MOST_CLOSE) {
    return labelsOf(months, years, EVERY).map((label) => ({
      ...label,
      isBetween: !named.has(label.index),
    }));
  }
  return months.map((month, index) => {
    const label = named.get(index);
    const isNewest = index >= months.length - YEAR_MARKED;
    return {
      index,
      month,
      year: isNewest ? String(years[index] ?? "") : (label?.year ?? null),
      isBetween: label === undefined,
    };
  });
}

/** A label every few months. The first has no year if the second would be too close to it. */
function labelsOf(
  months: readonly string[],
  years: readonly number[],
  every: number,
): AxisLabel[] {
  const turn = years.findIndex(
    (year, index) => index > 0 && year !== years[index - 1],
  );
  const named = (turn === -1 ? months.length - 1 : turn) % every;
  return months
    .map((month, index) => ({ index, month }))
    .filter(({ index }) => index % every === named)
    .map(({ index, month }, place) => {
      const year = years[index];
      const isFirst =
        place === 0
          ? year === (years[index + every] ?? year)
          : year !== years[index - every];
      return {
        index,
        month,
        year: isFirst && year !== undefined ? String(year) : null,
        isBetween: false,
      };
    });
}
