import { usDayOf } from "~/domain/calendar";
import {
  firstDayOfMonth,
  monthNumberOf,
  type MonthNumber,
} from "~/domain/graphs/chart-phases";
import { firstLimits, type Phased } from "~/domain/graphs/graph-finding";
import { monthOfDay, type ChartStory } from "~/domain/graphs/graph-words";
import type { JudgedPart } from "~/domain/graphs/judge-series";
import {
  findGraph,
  RATE_GRAPHS,
  type GraphTag,
} from "~/domain/graphs/rate-graphs";
import type { ChartNotes, NumberedEvent } from "~/domain/graphs/chart-notes";

export const NOTES_UNKNOWN = "Events and phases are not known right now.";

export const NOTES_LINK = "Events and phases";

/** '03/14/2026: New unit manager', and where it was written if that is above. */
export function eventText({ day, text, place }: NumberedEvent): string {
  return `${usDayOf(day)}: ${text}${place === null ? "" : ` (${place})`}`;
}

/** 'Phase from March 2026 (30 Day RTH): New rounds' */
export function phaseText({
  from,
  text,
  measures,
}: ChartNotes["phases"][number]): string {
  const graphs =
    measures.length === RATE_GRAPHS.length
      ? ""
      : ` (${measures.map((tag) => findGraph(tag)?.title).join(", ")})`;
  return `${phaseTitle(monthNumberOf(from))}${graphs}: ${text}`;
}

/** One line for each phase: since when and why, and what is not judged. */
export function phaseLines(
  story: PhasedStory,
  notes: Pick<ChartNotes, "phases">,
  graph: GraphTag,
): string[] {
  const own = notes.phases.filter(({ measures }) => measures.includes(graph));
  return (story.parts ?? []).flatMap((part) => {
    const { phase } = part;
    const reason = own.find(
      ({ kind, from }) => kind === "phase" && monthNumberOf(from) === phase,
    );
    return [
      ...(phase === null
        ? []
        : [`${phaseTitle(phase)}: ${reason?.text ?? ""}.`]),
      ...unjudgedOf(part, story),
    ];
  });
}

/** 'Phase from March 2026' of a phase, and 'Before March 2026' of the months before the `next` one. */
export function phaseTitle(
  phase: MonthNumber | null,
  next: MonthNumber | null = null,
): string {
  const month = (of: MonthNumber) => monthOfDay(firstDayOfMonth(of));
  if (phase !== null) return `Phase from ${month(phase)}`;
  return next === null ? "" : `Before ${month(next)}`;
}

type PhasedStory = Phased & Pick<ChartStory, "months">;

/** One line for each reason. */
export function unjudgedLines(story: PhasedStory): string[] {
  return (story.parts ?? []).flatMap((part) => unjudgedOf(part, story));
}

function unjudgedOf(
  { from, judgedFrom, to, isShort }: JudgedPart,
  story: PhasedStory,
): string[] {
  const { months, chart } = story;
  // If the newest phase cannot be judged yet, the finding of the chart says until when.
  const isSaid = to < months.length - 1 || chart.centre === null;
  const until = isSaid ? null : firstLimits(story);
  const lines = [
    ...(story.mode === "rolling" && judgedFrom > from
      ? [reachBack(months.slice(from, Math.min(judgedFrom, to + 1)))]
      : []),
    ...(isShort && judgedFrom <= to
      ? [tooFew(months.slice(judgedFrom, to + 1))]
      : []),
  ];
  return lines.length > 0 && until !== null
    ? [...lines, `Limits of the new phase start in ${until}.`]
    : lines;
}

function reachBack(months: readonly string[]): string {
  const [first] = months;
  return months.length === 1
    ? `The point of ${first} reaches back into the phase before. It is not judged.`
    : `The points from ${first} to ${months[months.length - 1]} reach back into the phase before. They are not judged.`;
}

function tooFew(months: readonly string[]): string {
  const [first] = months;
  const which =
    months.length === 1
      ? `For ${first}`
      : `From ${first} to ${months[months.length - 1]}`;
  return `${which} there are too few months for limits.`;
}

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
