import { denseLabels, type GraphReading } from "./graph-reading";
import { eventsOf } from "~/domain/graphs/control-chart";
import { pointWords } from "~/domain/graphs/graph-words";

export interface MonthsShown {
  from: number;
  to: number;
}

const FEWEST = 3;

export function allMonths(count: number): MonthsShown {
  return { from: 0, to: count - 1 };
}

export function stepped(
  { from, to }: MonthsShown,
  { factor, shift }: { factor: number; shift: number },
  count: number,
): MonthsShown {
  const months = Math.round((to - from + 1) * factor);
  const length = Math.min(Math.max(months, FEWEST), count);
  const start = Math.round((from + to + 1 - length) / 2 + shift * length);
  const first = Math.min(Math.max(start, 0), count - length);
  return { from: first, to: first + length - 1 };
}

export function zoomedTo(
  reading: GraphReading,
  { from, to }: MonthsShown,
): GraphReading {
  const { chart, line, parts, events, signals, labels, target } = reading;
  if (from === 0 && to === chart.points.length - 1) return reading;
  const cut = <Value>(all: readonly Value[]) => all.slice(from, to + 1);
  const months = cut(reading.months);
  const ownParts = parts
    .filter((part) => part.to >= from && part.from <= to)
    .map((part) => ({
      ...part,
      from: Math.max(part.from - from, 0),
      judgedFrom: Math.max(part.judgedFrom - from, 0),
      to: Math.min(part.to, to) - from,
    }))
    .map((part) =>
      part.judgedFrom > part.to ? { ...part, centre: null } : part,
    );
  return {
    ...reading,
    months,
    parts: ownParts,
    chart: {
      centre: ownParts[ownParts.length - 1]?.centre ?? null,
      points: cut(chart.points),
    },
    line: { rates: cut(line.rates), denominators: cut(line.denominators) },
    denominators: cut(reading.denominators),
    events: events
      .filter(({ index }) => index >= from && index <= to)
      .map((event) => ({ ...event, index: event.index - from })),
    target:
      target && target.start <= to
        ? { ...target, start: Math.max(target.start - from, 0) }
        : null,
    signals: signals
      .map((signal) => ({
        ...signal,
        indexes: signal.indexes
          .filter((index) => index >= from && index <= to)
          .map((index) => index - from),
      }))
      .filter(({ indexes }) => indexes.length > 0),
    labels: {
      ...labels,
      all: denseLabels(
        months.map((month) => month.slice(0, 3)),
        // A host may send no years.
        months.flatMap((month) => Number(month.split(" ")[1]) || []),
      ),
    },
  };
}

/** Month names may come from an API host as words, and ApexCharts takes markup: text stays text. */
export function pointHtml(reading: GraphReading, index: number): string {
  const { measure, line } = reading;
  const { month, details } = pointWords(
    reading,
    {
      events: eventsOf(measure, line)[index] ?? null,
      denominator: line.denominators[index] ?? null,
    },
    index,
  );
  return `<div><b>${escaped(month)}:</b> ${escaped(details.join(". "))}.</div>`;
}

function escaped(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
