import { eventLabels, type EventMark } from "./event-labels";

/** The numbers of events over a plot; on wide screens at places of their own where it is wider there. */
export function EventNumbers({
  events,
  count,
  narrow,
  wide,
}: {
  events: readonly EventMark[];
  count: number;
  narrow: readonly number[];
  wide: readonly number[] | null;
}) {
  const labelsOn = ([narrowest = 0]: readonly number[], className?: string) => (
    <g className={className}>
      {eventLabels(events, count, narrowest).map(({ index, text, x }) => (
        <text key={index} x={`${x}%`}>
          {text}
        </text>
      ))}
    </g>
  );
  return (
    <g className="events" transform="translate(0 -6)">
      {labelsOn(narrow, wide ? "lg:hidden" : undefined)}
      {wide ? labelsOn(wide, "hidden lg:inline") : null}
    </g>
  );
}
