import { usDayOf } from "../calendar";
import { firstDayOfMonth } from "../graphs/chart-phases";
import { monthOfDay, type ChartStory } from "../graphs/graph-words";
import type { JudgedPart } from "../graphs/judge-series";
import type { GraphTag } from "../graphs/rate-graphs";
import type { ChartNotes, NumberedEvent } from "./chart-notes";

/** Where the host offers events and phases, and could not say them. */
export const NOTES_UNKNOWN = "Events and phases are not known right now.";

/** The link from a graph to where they are written. */
export const NOTES_LINK = "Events and phases";

/** So many events stand in few words, and so much of the text of each. */
const BRIEF_EVENTS = 2;
const BRIEF_TEXT = 48;

/** '03/14/2026: New unit manager', and where it was written if that is above. */
export function eventText({ day, text, place }: NumberedEvent): string {
  return `${usDayOf(day)}: ${text}${place === null ? "" : ` (${place})`}`;
}

/** What is said of the phases of a chart, one line each: since when and why, what is frozen, and what is not judged. */
export function phaseLines(
  { mode, months, parts = [] }: Pick<ChartStory, "mode" | "months" | "parts">,
  notes: Pick<ChartNotes, "phases">,
  graph: GraphTag,
): string[] {
  const own = notes.phases.filter(({ measures }) => measures.includes(graph));
  return parts.flatMap((part) => {
    const { phase, baseline } = part;
    const begun = phase === null ? null : firstDayOfMonth(phase);
    const reason = own.find(
      ({ kind, from }) =>
        kind === "phase" && from.slice(0, 7) === begun?.slice(0, 7),
    );
    const frozen =
      baseline &&
      own.find(
        ({ kind, from }) =>
          kind === "baseline" &&
          from.slice(0, 7) === firstDayOfMonth(baseline.from).slice(0, 7),
      );
    return [
      ...(begun === null
        ? []
        : [`Phase from ${monthOfDay(begun)}: ${reason?.text ?? ""}.`]),
      ...(baseline
        ? [
            `Baseline frozen, ${monthOfDay(firstDayOfMonth(baseline.from))} to ${monthOfDay(firstDayOfMonth(baseline.to))}: ${frozen?.text ?? ""}. Mean and limits are those of its months.`,
          ]
        : []),
      ...unjudgedLines(part, mode === "rolling", months),
    ];
  });
}

function unjudgedLines(
  { from, judgedFrom, to, isShort }: JudgedPart,
  isRolling: boolean,
  months: readonly string[],
): string[] {
  if (isRolling && judgedFrom > from) {
    const last = months[Math.min(judgedFrom - 1, to)];
    return [
      `The points from ${months[from]} to ${last} reach back into the phase before. They are not judged.`,
    ];
  }
  return isShort
    ? [
        `From ${months[from]} to ${months[to]} there are too few months for limits.`,
      ]
    : [];
}

/** The newest events and the newest phase in few words, for a sheet on the wall; null without any. */
export function briefNotes(
  events: readonly NumberedEvent[],
  parts: readonly JudgedPart[] = [],
): string | null {
  const newest = events.slice(-BRIEF_EVENTS);
  const phase = parts[parts.length - 1]?.phase ?? null;
  const said = [
    ...newest.map(
      ({ number, day, text }) =>
        `${number}: ${usDayOf(day)} ${text.length > BRIEF_TEXT ? `${text.slice(0, BRIEF_TEXT)}…` : text}`,
    ),
    ...(phase === null
      ? []
      : [`new phase from ${monthOfDay(firstDayOfMonth(phase))}`]),
  ];
  return said.length === 0 ? null : `${said.join("; ")}.`;
}

/** What the table of a graph says of a month. */
export function noteCell(
  events: readonly NumberedEvent[],
  parts: readonly JudgedPart[] = [],
  index: number,
): string {
  const begins = parts.some(
    ({ from, phase }) => from === index && index > 0 && phase !== null,
  );
  return [
    ...(begins ? ["New phase"] : []),
    ...events
      .filter((event) => event.index === index)
      .map((event) => `${event.number}: ${eventText(event)}`),
  ].join("; ");
}
