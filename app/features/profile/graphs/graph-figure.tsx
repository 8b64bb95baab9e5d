import {
  eventText,
  phaseLines,
  unjudgedLines,
} from "~/features/chart-events/rules/words";
import { modeLabel } from "~/domain/graphs/graph-modes";
import { briefSentence, graphSentences } from "./graph-sentences";
import { formatRate, signalName } from "~/domain/graphs/graph-words";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { ControlChartSvg, type ChartSize } from "~/ui/charts/control-chart-svg";
import {
  scaleOf,
  type DrawnMean,
  type Scale,
} from "~/ui/charts/control-chart-scale";
import { isDrawn, readGraph, type GraphReading } from "./graph-reading";
import { PanelContent } from "../panel-states";
import type { GraphsView, ProfileView } from "../profile-view";

interface FigureProps {
  view: ProfileView;
  tag: GraphTag;
  size?: "small" | "large";
  isBrief?: boolean;
}

export function GraphFigure({
  view,
  tag,
  size = "small",
  isBrief = false,
}: FigureProps) {
  return (
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
                {[briefSentence(reading), ...unjudgedLines(reading)].join(" ")}
              </p>
            ) : null}
            <GraphPicture reading={reading} size={size} />
          </>
        );
      }}
    </PanelContent>
  );
}

export function GraphNoteList({
  graphs: { notes },
  reading,
}: {
  graphs: GraphsView;
  reading: GraphReading;
}) {
  const { events, measure, target } = reading;
  const lines = [
    ...(target ? [target.story] : []),
    ...(notes ? phaseLines(reading, notes, measure.graph) : []),
  ];
  if (lines.length + events.length === 0) return null;
  return (
    <ul className="graph-events">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {events.map((event) => (
        <li key={event.number}>
          <b>{event.number}</b> {eventText(event)}
        </li>
      ))}
    </ul>
  );
}

export function GraphSentence({ reading }: { reading: GraphReading }) {
  const { news, rest } = graphSentences(reading);
  return <p className="text-sm">{[...news, ...rest].join(" ")}</p>;
}

function pictureName({ measure, mode }: GraphReading): string {
  return `${measure.title} control chart, ${modeLabel(mode)}`;
}

export function GraphPicture({
  reading,
  size,
}: {
  reading: GraphReading;
  size: ChartSize;
}) {
  const { measure, chart, signals, labels, parts, events } = reading;
  const target = targetLine(reading);
  if (!isDrawn(reading)) return null;
  return (
    <ControlChartSvg
      name={pictureName(reading)}
      size={size}
      labels={labels[size === "full" ? "all" : "some"]}
      centre={chart.centre}
      points={chart.points}
      events={events}
      {...(target && { target })}
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
      tickUnit={tickUnit(measure)}
      formatValue={(value) => formatRate(measure, value)}
    />
  );
}

function meansOf(parts: GraphReading["parts"]): DrawnMean[] {
  return parts.flatMap(({ judgedFrom: from, to, centre }) =>
    centre === null ? [] : [{ from, to, value: centre }],
  );
}

function targetLine({ target, chart }: GraphReading): DrawnMean | null {
  return (
    target && {
      from: target.start,
      to: chart.points.length - 1,
      value: target.value,
    }
  );
}

function tickUnit({ unit }: GraphReading["measure"]): string {
  return unit === "percent" ? "%" : "";
}

export function scaleOfPicture(reading: GraphReading): Scale {
  const { measure, chart, parts } = reading;
  const levels = [...meansOf(parts), targetLine(reading)].filter(
    (level) => level !== null,
  );
  return scaleOf(chart.centre, chart.points, levels, tickUnit(measure));
}
