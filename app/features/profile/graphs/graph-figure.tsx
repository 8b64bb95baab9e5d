import {
  eventText,
  phaseLines,
  unjudgedLines,
} from "~/features/chart-events/rules/words";
import { modeLabel } from "~/domain/graphs/graph-modes";
import {
  formatRate,
  signalName,
  limitsText,
  monthRanges,
  signalSentence,
  SILENT_MONTHS,
  type ChartStory,
} from "~/domain/graphs/graph-words";
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
import { isOfGaps, methodAt } from "~/domain/graphs/chart-method";
import {
  lackOfLimits,
  latestOf,
  notJudged,
  nothingToChart,
} from "~/domain/graphs/graph-finding";
import { gapClause, methodSentence } from "~/domain/graphs/method-words";
import { smallMonthsSentence } from "~/domain/figures/small-numbers";

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

interface GraphSentences {
  news: string[];
  rest: string[];
}

/** The news: '1 month above the upper limit: March 2026.' The rest: '18 months, mean 21.43%.' and what to be careful with. */
export function graphSentences(story: ChartStory): GraphSentences {
  const { measure, mode, months, chart, denominators } = story;
  const latest = latestOf(chart);
  if (latest === null) {
    return { news: [nothingToChart(months.length)], rest: [] };
  }
  const silent = silentSentence(story);
  if (chart.centre === null) {
    return { news: [notJudged(story)], rest: silent };
  }
  const unknown = chart.points.filter(({ value }) => value === null).length;
  const when = mode === "rolling" ? "12 months to" : "Latest,";
  const rate = formatRate(measure, chart.points[latest]?.value ?? null);
  const limits = limitsText(measure, chart.points[latest]);
  const small = mode === "mom" && smallMonthsSentence(measure, denominators);
  const method = methodSentence(story);
  return {
    news: newsOf(story),
    rest: [
      `${[
        monthCount(months.length),
        ...(unknown > 0 ? [`${unknown} of them without a rate`] : []),
        meanText(story),
      ].join(", ")}.`,
      `${when} ${months[latest]}: ${rate}${limits ? `, limits ${limits}` : ""}.`,
      ...(method ? [method] : []),
      ...(small ? [small] : []),
      ...silent,
    ],
  };
}

/** Short, for a sheet on the wall: 'Latest 24.10% (August 2026), mean 21.43%, no month outside the limits.' */
export function briefSentence(story: ChartStory): string {
  const { measure, mode, months, chart, parts = [] } = story;
  const latest = latestOf(chart);
  if (latest === null) return nothingToChart(months.length);
  const silent = silentSentence(story);
  if (chart.centre === null) {
    return [notJudged(story), ...silent].join(" ");
  }
  const value = formatRate(measure, chart.points[latest]?.value ?? null);
  const when = `${mode === "rolling" ? "12 months to " : ""}${months[latest]}`;
  // The phase lines already say that a phase is too short.
  const isShort = parts[parts.length - 1]?.isShort === true;
  const outside = [
    violationsOf(story).join("; "),
    ...(isShort ? [] : [lowerFirst(noViolation(story))]),
  ].find((words) => words !== "");
  const method = isOfGaps(story.method) ? methodSentence(story) : null;
  return [
    `${[`Latest ${value} (${when})`, meanText(story), ...(outside ? [outside] : [])].join(", ")}.`,
    ...(method ? [method] : []),
    ...silent,
  ].join(" ");
}

function meanText({ measure, chart, months, parts = [] }: ChartStory): string {
  const newest = parts[parts.length - 1];
  return [
    `mean ${formatRate(measure, chart.centre)}`,
    ...(newest && newest.from > 0 ? [`from ${months[newest.from]} on`] : []),
  ].join(" ");
}

function newsOf(story: ChartStory): string[] {
  const { months, signals } = story;
  const found = [
    ...violationsOf(story),
    ...signals.map((signal) => signalSentence(signal, months)),
  ];
  const lack = lackOfLimits(story);
  return [...found, ...(found.length === 0 && lack ? [lack] : [])].map(
    (clause) => `${clause}.`,
  );
}

/** Months that are unusual for the same reason stand together; those above come first. */
function violationsOf(story: ChartStory): string[] {
  const { chart, months } = story;
  const found = new Map<string, number[]>();
  for (const side of ["above", "below"] as const) {
    chart.points.forEach((point, index) => {
      if (point.outside !== side) return;
      const reason = isOfGaps(methodAt(story, index))
        ? gapClause(point)
        : `${side} the ${side === "above" ? "upper" : "lower"} limit`;
      found.set(reason, [...(found.get(reason) ?? []), index]);
    });
  }
  return [...found].map(
    ([reason, indexes]) =>
      `${monthCount(indexes.length)} ${reason}: ${monthRanges(indexes, months)}`,
  );
}

function noViolation(story: ChartStory): string {
  const inside = isOfGaps(story.method)
    ? "No unusual month"
    : `No ${story.mode === "rolling" ? "point" : "month"} outside the limits`;
  return lackOfLimits(story) ?? inside;
}

function silentSentence({ isSilent }: ChartStory): string[] {
  return isSilent ? [SILENT_MONTHS] : [];
}

function monthCount(count: number): string {
  return count === 1 ? "1 month" : `${count} months`;
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
