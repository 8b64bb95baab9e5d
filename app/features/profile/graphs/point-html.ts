import { eventsOf } from "~/domain/graphs/control-chart";
import { pointWords } from "~/domain/graphs/graph-words";
import type { GraphReading } from "./graph-reading";

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
