import { denseLabels, sparseLabels, type AxisLabel } from "./axis-labels";
import { modeOf } from "~/domain/graphs/graph-modes";
import {
  numberedEvents,
  type NumberedEvent,
} from "~/domain/graphs/chart-notes";
import { phasesOfNotes } from "~/features/chart-events/rules/phases-of-notes";
import { judgeSeries, type JudgedPart } from "~/domain/graphs/judge-series";
import { eventsInUnits } from "~/domain/graphs/graph-events";
import { lineInUnits } from "~/domain/graphs/measure-line";
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
