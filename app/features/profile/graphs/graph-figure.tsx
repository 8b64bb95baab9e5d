import {
  briefNotes,
  eventsOfCard,
  eventText,
  IN_DATA_TABLE,
  NOTES_UNKNOWN,
  phaseLines,
  unjudgedLines,
} from "~/domain/chart-notes/chart-note-words";
import { modeLabel } from "~/domain/graphs/graph-modes";
import { fullMonthCount } from "~/domain/graphs/full-months";
import { findingSentence } from "~/domain/graphs/graph-finding";
import { briefSentence, graphSentences } from "~/domain/graphs/graph-sentences";
import {
  formatRate,
  graphNotes,
  signalName,
} from "~/domain/graphs/graph-words";
import { methodSentence } from "~/domain/graphs/method-words";
import { RATE_MEASURES } from "~/domain/figures/rate-measures";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { ControlChartSvg, type ChartSize } from "~/ui/charts/control-chart-svg";
import type { DrawnMean } from "~/ui/charts/control-chart-scale";
import { graphFigureId } from "./graph-links";
import { isDrawn, readGraph, type GraphReading } from "./graph-reading";
import { PanelContent } from "../panel-states";
import type { GraphsView, ProfileView } from "../profile-view";

interface FigureProps {
  view: ProfileView;
  tag: GraphTag;
  size?: "small" | "large";
  /** The short sentence, for a sheet on the wall. */
  isBrief?: boolean;
}

/** A graph without its heading: what it says in a line, and its picture; or why there is none. */
export function GraphFigure({
  view,
  tag,
  size = "small",
  isBrief = false,
}: FigureProps) {
  return (
    <div id={graphFigureId(tag)}>
      <PanelContent
        view={view}
        panel={view.graphs}
        isBrief={isBrief}
        skeleton={null}
      >
        {(graphs) => {
          const reading = readGraph(graphs, view.monthly, tag);
          return (
            <>
              {isBrief ? (
                <p className="mb-2 text-sm">
                  {[
                    briefSentence(reading),
                    ...unjudgedLines(reading),
                    briefNotes(reading.events, reading.parts),
                  ]
                    .filter((words) => words !== null)
                    .join(" ")}
                </p>
              ) : (
                <p className="graph-finding">
                  {findingSentence(reading, graphs.unusual[tag])}
                </p>
              )}
              <GraphPicture reading={reading} size={size} />
              {isBrief ? null : <MethodLine reading={reading} />}
              {isBrief ? null : (
                <GraphNoteList graphs={graphs} reading={reading} isCard />
              )}
            </>
          );
        }}
      </PanelContent>
    </div>
  );
}

/** Why its limits are not those of chance alone: under the picture, so that those side by side stay in line. */
function MethodLine({ reading }: { reading: GraphReading }) {
  const method = methodSentence(reading);
  return method && <p className="mt-1 text-sm text-muted">{method}</p>;
}

/** How to read the graphs of a page, said once under the last of them. */
export function GraphNotes({ view }: { view: ProfileView }) {
  const { graphs, monthly, isDefaultRange, filters } = view;
  if (graphs.state !== "data") return null;
  const { months, hasUnknownNotes } = graphs.data;
  const { length } = months;
  const isMonthly = ({ graph }: { graph: GraphTag }) => monthly.includes(graph);
  const isCut = fullMonthCount(length, filters.endDate, view) < length;
  const notes = graphNotes({
    months: length,
    range: { ...filters, endDate: view.lastDay ?? filters.endDate },
    isDefaultRange,
    isRolling: !RATE_MEASURES.every(isMonthly),
    isSilent: graphs.data.isSilent,
    isCut:
      isCut &&
      RATE_MEASURES.some(
        (measure) => measure.chart === "u" && isMonthly(measure),
      ),
  });
  if (hasUnknownNotes) notes.push(NOTES_UNKNOWN);
  return notes.length === 0 ? null : (
    <p className="text-sm text-muted">{notes.join(" ")}</p>
  );
}

/**
 * What is written on a graph: its phases, and its events by their numbers; nothing without any. Cards stand side by side,
 * and what concerns all of them stands on each: they have the newest events alone.
 */
export function GraphNoteList({
  graphs: { notes },
  reading,
  isCard = false,
}: {
  graphs: GraphsView;
  reading: GraphReading;
  isCard?: boolean;
}) {
  const { events, measure } = reading;
  const { newest, older } = eventsOfCard(events);
  const lines = notes ? phaseLines(reading, notes, measure.graph) : [];
  if (lines.length + events.length === 0) return null;
  return (
    <ul className="graph-events">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {isCard && older !== null ? (
        <li>
          <b>{older}</b> {IN_DATA_TABLE}
        </li>
      ) : null}
      {(isCard ? newest : events).map((event) => (
        <li key={event.number}>
          <b>{event.number}</b> {eventText(event)}
        </li>
      ))}
    </ul>
  );
}

/** All that a graph says: the news, then what it stands on. */
export function GraphSentence({ reading }: { reading: GraphReading }) {
  const { news, rest } = graphSentences(reading);
  return (
    <p className="mb-2 text-sm">
      <strong className="block">{news.join(" ")}</strong>{" "}
      <span className="text-muted">{rest.join(" ")}</span>
    </p>
  );
}

/** '30 Day RTH control chart, Month over month'. */
export function pictureName({ measure, mode }: GraphReading): string {
  return `${measure.title} control chart, ${modeLabel(mode)}`;
}

/** The picture alone; nothing where there is nothing to draw. */
export function GraphPicture({
  reading,
  size,
}: {
  reading: GraphReading;
  size: ChartSize;
}) {
  const { measure, chart, signals, labels, parts, events } = reading;
  if (!isDrawn(reading)) return null;
  return (
    <ControlChartSvg
      name={pictureName(reading)}
      size={size}
      labels={labels[size === "full" ? "all" : "some"]}
      centre={chart.centre}
      points={chart.points}
      events={events}
      {...(parts.length > 1 && {
        means: meansOf(parts),
        breaks: parts.slice(1).map(({ from }) => from),
      })}
      marks={signals.flatMap(({ rule, indexes }) =>
        indexes.map((index) =>
          index === indexes[indexes.length - 1]
            ? { index, word: signalName(rule) }
            : { index },
        ),
      )}
      tickUnit={measure.unit === "percent" ? "%" : ""}
      formatValue={(value) => formatRate(measure, value)}
      {...(size === "full" && { lineValues: lineValues(reading) })}
    />
  );
}

/** The mean of each phase, from its first point that is of no other. */
function meansOf(parts: GraphReading["parts"]): DrawnMean[] {
  return parts.flatMap(({ judgedFrom: from, to, centre }) =>
    centre === null ? [] : [{ from, to, value: centre }],
  );
}

function lineValues({ measure, chart }: GraphReading) {
  const last = chart.points[chart.points.length - 1];
  return {
    centre: formatRate(measure, chart.centre),
    lower: formatRate(measure, last?.lower ?? null),
    upper: formatRate(measure, last?.upper ?? null),
  };
}
