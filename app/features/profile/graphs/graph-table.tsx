import type { ReactNode } from "react";
import { isOfGaps, methodAt } from "~/domain/graphs/chart-method";
import { noteCell } from "~/features/chart-events/rules/words";
import { eventsOf } from "~/domain/graphs/control-chart";
import {
  capitalized,
  formatDenominator,
  formatRate,
  outsideWords,
  signalName,
} from "~/domain/graphs/graph-words";
import { meanAt } from "~/domain/graphs/judge-series";
import { formatCount } from "~/domain/number-format";
import type { GraphReading } from "./graph-reading";

/** How a month stands comes before its figures: a narrow screen shows it without scrolling (R112). */
export function GraphTable({ reading }: { reading: GraphReading }) {
  const { measure, mode, line, chart, months, signals } = reading;
  const { parts, events: happened } = reading;
  const hasNotes = happened.length > 0 || parts.length > 1;
  const events = eventsOf(measure, line);
  const rate = (value: number | null) => formatRate(measure, value);
  const limit = (value: number | null, index: number) =>
    isOfGaps(methodAt(reading, index)) ? "None" : rate(value);
  const isMonthly = mode === "mom";
  const title = `${measure.title}, month by month`;
  return (
    <ScrolledTable title={title}>
      <thead>
        <tr>
          <th scope="col">{isMonthly ? "Month" : "12 months to"}</th>
          <th scope="col">Outside limits</th>
          {[
            measure.unit === "percent" ? "Rate" : "Rate per 1,000",
            capitalized(measure.eventWords),
            capitalized(measure.denominatorWords),
            "Mean",
            "Lower limit",
            "Upper limit",
          ].map((head) => (
            <th key={head} scope="col" className="num">
              {head}
            </th>
          ))}
          {isMonthly ? <th scope="col">Pattern</th> : null}
          {hasNotes ? <th scope="col">Events and phases</th> : null}
        </tr>
      </thead>
      <tbody>
        {chart.points.map((point, index) => (
          <tr key={index}>
            <th scope="row">{months[index]}</th>
            <td className={point.outside ?? undefined}>
              {outsideWords(point, methodAt(reading, index))}
            </td>
            {[
              rate(point.value),
              formatCount(events[index] ?? null),
              formatDenominator(measure, line.denominators[index] ?? null),
              rate(meanAt(parts, index)),
              limit(point.lower, index),
              limit(point.upper, index),
            ].map((cell, column) => (
              <td key={column} className="num">
                {cell}
              </td>
            ))}
            {isMonthly ? (
              <td>
                {signals
                  .filter(({ indexes }) => indexes.includes(index))
                  .map(({ rule }) => signalName(rule))
                  .join(", ") || "None"}
              </td>
            ) : null}
            {hasNotes ? <td>{noteCell(happened, parts, index)}</td> : null}
          </tr>
        ))}
      </tbody>
    </ScrolledTable>
  );
}

export function ScrolledTable({
  title,
  children,
}: {
  title: string;
  children: ReactNode;
}) {
  return (
    <div
      role="region"
      aria-label={title}
      tabIndex={0}
      className="scroller graph-table"
    >
      <table className="data-table">
        <caption className="sr-only">{title}</caption>
        {children}
      </table>
    </div>
  );
}
