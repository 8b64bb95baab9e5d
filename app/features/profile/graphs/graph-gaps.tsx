import { isOfGaps } from "~/domain/graphs/chart-method";
import { capitalized, formatDenominator } from "~/domain/graphs/graph-words";
import {
  gapsSentence,
  gapsTitle,
  gapVerdict,
} from "~/domain/graphs/method-words";
import { phaseTitle } from "~/features/chart-events/rules/chart-note-words";
import { usDayOf } from "~/domain/calendar";
import type { GapChart } from "~/domain/graphs/rare-events";
import type { GraphReading } from "./graph-reading";

/**
 * The gaps between rare events, which are judged in place of the months: in words, and one after the other in a table.
 * Each phase has its own, under its months; the newest comes first.
 */
export function GraphGaps({ reading }: { reading: GraphReading }) {
  const { measure, parts } = reading;
  const title = gapsTitle(measure);
  const phases = parts.flatMap(({ phase, method, gaps }, at) => {
    if (!gaps || !isOfGaps(method)) return [];
    const next = parts[at + 1]?.phase ?? null;
    return [{ name: phaseTitle(phase, next), gaps, isOver: next !== null }];
  });
  if (phases.length === 0) return null;
  const isWhole = parts.length === 1;
  return (
    <section className="mt-4">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {phases.reverse().map(({ name, gaps, isOver }) => (
        <div key={name} className="mb-4 last:mb-0">
          {isWhole ? null : <h4 className="mb-1 text-sm">{name}</h4>}
          <p className="mb-2 text-sm">
            {gapsSentence(
              measure,
              gaps,
              (counted) => formatDenominator(measure, counted),
              isOver,
            )}
          </p>
          {gaps.gaps.length === 0 ? null : (
            <GapTable
              reading={reading}
              gaps={gaps}
              title={isWhole ? title : `${title}, ${name}`}
            />
          )}
        </div>
      ))}
    </section>
  );
}

function GapTable({
  reading: { measure },
  gaps,
  title,
}: {
  reading: GraphReading;
  gaps: GapChart;
  title: string;
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
        <thead>
          <tr>
            <th scope="col">Event on</th>
            <th scope="col">Outside limits</th>
            <th scope="col" className="num">
              {capitalized(measure.denominatorWords)} since the one before
            </th>
          </tr>
        </thead>
        <tbody>
          {gaps.gaps.map((gap, index) => (
            <tr key={index}>
              <th scope="row">{usDayOf(gap.event.day)}</th>
              <td>{gapVerdict(gaps, gap)}</td>
              <td className="num">{formatDenominator(measure, gap.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
