import { GRAPH_MODES } from "~/domain/graphs/graph-modes";
import { fullMonthCount } from "~/domain/graphs/full-months";
import { briefSentence, graphSentences } from "~/domain/graphs/graph-sentences";
import {
  formatRate,
  GRAPH_HINTS,
  monthsHint,
  signalName,
} from "~/domain/graphs/graph-words";
import { messages } from "~/domain/messages";
import { RATE_GRAPHS, type GraphTag } from "~/domain/graphs/rate-graphs";
import { ControlChartSvg, type ChartSize } from "~/ui/charts/control-chart-svg";
import { graphFigureId } from "./graph-links";
import { readGraph, type GraphReading } from "./graph-reading";
import { GraphTable } from "./graph-table";
import { PanelEmpty, PanelError } from "../panel-states";
import type { ProfileView } from "../profile-view";

interface FigureProps {
  view: ProfileView;
  tag: GraphTag;
  size?: "small" | "large";
  /** The short sentence, for a sheet on the wall. */
  isBrief?: boolean;
}

/** A graph without its heading: what it says in a sentence, and its picture; or why there is none. */
export function GraphFigure(props: FigureProps) {
  return (
    <div id={graphFigureId(props.tag)}>
      <Content {...props} />
    </div>
  );
}

function Content({ view, tag, size = "small", isBrief = false }: FigureProps) {
  const { graphs } = view;
  if (graphs.state === "error") return <PanelError view={view} isBrief />;
  if (graphs.state === "empty") return <PanelEmpty view={view} isBrief />;
  const reading = readGraph(graphs.data, view.monthly, tag);
  return (
    <>
      {isBrief ? (
        <p className="mb-2 text-sm">{briefSentence(reading)}</p>
      ) : (
        <GraphSentence reading={reading} hints={hintsOf(view, reading)} />
      )}
      <GraphPicture reading={reading} size={size} />
      {isBrief || reading.chart.centre === null ? null : (
        <details className="text-sm print:hidden">
          <summary className="graph-summary">
            {messages.graph.dataTable}
            <span className="sr-only"> {reading.measure.title}</span>
          </summary>
          <GraphTable reading={reading} isShort />
        </details>
      )}
    </>
  );
}

/** How to read the graph on the page; what is true of all graphs stands at the first one. */
function hintsOf(view: ProfileView, reading: GraphReading): string[] {
  const { measure, mode, months, chart } = reading;
  if (chart.centre === null) return [];
  const { filters, isDefaultRange, lastUpdated } = view;
  const { length } = months;
  const isCut =
    measure.chart === "u" &&
    fullMonthCount(length, filters.endDate, lastUpdated) < length;
  const isFirst = measure.graph === RATE_GRAPHS[0]?.graph;
  return [
    ...(mode === "rolling" ? [GRAPH_HINTS.judgeMonthly] : []),
    ...(mode === "mom" && isCut ? [GRAPH_HINTS.newestIsCut] : []),
    ...(isFirst && !isDefaultRange ? [monthsHint(length)] : []),
  ];
}

/** What a graph says, for everybody: the news, then what it stands on. */
export function GraphSentence({
  reading,
  hints = [],
}: {
  reading: GraphReading;
  hints?: readonly string[];
}) {
  const { news, rest } = graphSentences(reading);
  return (
    <p className="mb-2 text-sm">
      <strong className="block">{news.join(" ")}</strong>{" "}
      <span className="text-muted">{[...rest, ...hints].join(" ")}</span>
    </p>
  );
}

/** The picture alone; nothing where there is nothing to draw. */
export function GraphPicture({
  reading,
  size,
}: {
  reading: GraphReading;
  size: ChartSize;
}) {
  const { measure, mode, chart, signals, labels } = reading;
  if (chart.centre === null) return null;
  const label = GRAPH_MODES.find((one) => one.mode === mode)?.label;
  return (
    <ControlChartSvg
      name={`${measure.title} control chart, ${label}`}
      size={size}
      labels={labels[size === "full" ? "all" : "some"]}
      centre={chart.centre}
      points={chart.points}
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

/** The mean, and the limits of the latest month. */
function lineValues({ measure, chart }: GraphReading) {
  const last = chart.points[chart.points.length - 1];
  return {
    centre: formatRate(measure, chart.centre),
    lower: formatRate(measure, last?.lower ?? null),
    upper: formatRate(measure, last?.upper ?? null),
  };
}
