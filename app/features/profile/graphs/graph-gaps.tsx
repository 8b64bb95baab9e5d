import { isOfGaps } from "~/domain/graphs/chart-method";
import { capitalized, formatDenominator } from "~/domain/graphs/graph-words";
import {
  gapsSentence,
  gapsTitle,
  gapVerdict,
} from "~/domain/graphs/method-words";
import { usDayOf } from "~/domain/calendar";
import type { GraphReading } from "./graph-reading";

/** The gaps between rare events, which are judged in place of the months: in words, and one after the other in a table. */
export function GraphGaps({ reading }: { reading: GraphReading }) {
  const { measure, method, gaps, months, hasMonthsOfEvents } = reading;
  if (!gaps || !isOfGaps(method)) return null;
  const length = (counted: number) => formatDenominator(measure, counted);
  const title = gapsTitle(measure);
  return (
    <section className="mt-4">
      <h3 className="mb-1 font-semibold">{title}</h3>
      <p className="mb-2 text-sm">{gapsSentence(measure, gaps, length)}</p>
      {gaps.gaps.length === 0 ? null : (
        <div
          role="region"
          aria-label={title}
          tabIndex={0}
          className="scroller graph-table"
        >
          <table className="data-table">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col">
                  {hasMonthsOfEvents ? "Event in" : "Event on"}
                </th>
                <th scope="col">Outside limits</th>
                <th scope="col" className="num">
                  {capitalized(measure.denominatorWords)} since the one before
                </th>
              </tr>
            </thead>
            <tbody>
              {gaps.gaps.map((gap, index) => (
                <tr key={index}>
                  <th scope="row">
                    {hasMonthsOfEvents
                      ? months[gap.event.month]
                      : usDayOf(gap.event.day)}
                  </th>
                  <td>{gapVerdict(gaps, gap)}</td>
                  <td className="num">{length(gap.length)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
