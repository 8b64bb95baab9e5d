import { isIsoDay, type IsoDay } from "../calendar";
import { RATE_MEASURES } from "../figures/rate-measures";
import {
  FEWEST_OF_BASELINE,
  monthNumberOf,
  pointsOf,
} from "../graphs/chart-phases";
import { lineInUnits, type MeasureLine } from "../graphs/measure-line";
import type { GraphTag } from "../graphs/rate-graphs";
import { FEWEST_EVENTS, hasFewEvents } from "./baseline-events";
import type { PhaseNote } from "./chart-note";
import type { NoteKind } from "./note-kinds";
import { LONGEST_NOTE } from "./note-words";

/** A note as somebody wants to write it. */
export interface WantedNote {
  kind: NoteKind;
  measures: readonly GraphTag[];
  from: IsoDay;
  to: IsoDay | null;
  text: string;
}

/** What is wrong with a field of a note. */
export interface NoteProblem {
  field: "text" | "measures" | "from" | "to";
  text: string;
}

/** A baseline has at most so many months: as many as a chart shows. */
const MOST_OF_BASELINE = 36;

/** A place has at most so many notes of its own that nobody has ended. */
export const MOST_NOTES = 100;

/** Within lines of text nobody needs these. */
const UNSEEN = /\p{C}/u;

/** What is wrong with a note by itself; null where nothing is. */
export function noteProblem(
  { kind, measures, from, to, text }: WantedNote,
  today: IsoDay,
): NoteProblem | null {
  const problem = (field: NoteProblem["field"], words: string) => ({
    field,
    text: words,
  });
  if (text === "") {
    return problem(
      "text",
      kind === "event" ? "Say what happened." : "Give the reason.",
    );
  }
  if (text.length > LONGEST_NOTE) {
    return problem("text", `Give no more than ${LONGEST_NOTE} characters.`);
  }
  if (UNSEEN.test(text)) {
    return problem("text", "Leave out characters that cannot be seen.");
  }
  if (measures.length === 0) {
    return problem("measures", "Choose at least one measure.");
  }
  if (!isIsoDay(from)) {
    return problem(
      "from",
      kind === "event" ? "Give a day." : "Choose a month.",
    );
  }
  if (kind === "event") {
    return from > today
      ? problem("from", "Give a day that is not in the future.")
      : null;
  }
  if (kind === "phase") {
    return monthNumberOf(from) > monthNumberOf(today)
      ? problem("from", "Choose a month that is not in the future.")
      : null;
  }
  if (to === null || !isIsoDay(to)) return problem("to", "Choose a month.");
  const months = monthNumberOf(to) - monthNumberOf(from) + 1;
  if (months < FEWEST_OF_BASELINE || months > MOST_OF_BASELINE) {
    return problem(
      "to",
      `Choose ${FEWEST_OF_BASELINE} to ${MOST_OF_BASELINE} months.`,
    );
  }
  return null;
}

/** A baseline is of months that nothing changes any more. `settled` is the last of these; null where there is none. */
export function unsettledProblem(
  { to }: WantedNote,
  settled: IsoDay | null,
): NoteProblem | null {
  return to !== null &&
    settled !== null &&
    to.slice(0, 7) <= settled.slice(0, 7)
    ? null
    : {
        field: "to",
        text: "Choose a month whose 30 days after it are over in the data.",
      };
}

/** What of the notes that are there does not go with a new one on the same chart; null where all do. A phase never begins within a baseline. */
export function clashOf(
  wanted: Pick<WantedNote, "kind" | "measures" | "from" | "to">,
  others: readonly PhaseNote[],
): NoteProblem | null {
  if (wanted.kind === "event") return null;
  const span = spanOf(wanted);
  for (const measure of wanted.measures) {
    const alike = others.filter(({ measures }) => measures.includes(measure));
    for (const other of alike) {
      const text = clashWith(wanted.kind, span, other, alike);
      if (text !== null) return { field: "from", text };
    }
  }
  return null;
}

/** Whether baselines would lie in one phase where a phase that parts them is ended. `rest` is what remains. */
export function partsBaselines(
  { kind, measures }: Pick<PhaseNote, "kind" | "measures">,
  rest: readonly PhaseNote[],
): boolean {
  if (kind !== "phase") return false;
  return rest
    .filter((note) => note.kind === "baseline")
    .some((baseline) => {
      const shared = baseline.measures.filter((one) => measures.includes(one));
      const others = rest.filter((note) => note !== baseline);
      return clashOf({ ...baseline, measures: shared }, others) !== null;
    });
}

function clashWith(
  kind: NoteKind,
  [from, to]: [number, number],
  other: PhaseNote,
  alike: readonly PhaseNote[],
): string | null {
  const [otherFrom, otherTo] = spanOf(other);
  if (other.kind === "phase") {
    if (kind === "phase") {
      return from === otherFrom
        ? "A phase begins with this month already."
        : null;
    }
    return otherFrom > from && otherFrom <= to
      ? "A phase begins within these months. A baseline lies in one phase."
      : null;
  }
  if (other.kind !== "baseline") return null;
  if (kind === "phase") {
    return from > otherFrom && from <= otherTo
      ? "This month lies within a frozen baseline. End that first."
      : null;
  }
  const isBetween = (start: number) =>
    start > Math.min(from, otherFrom) && start <= Math.max(from, otherFrom);
  const isOtherPhase = alike.some(
    (one) => one.kind === "phase" && isBetween(spanOf(one)[0]),
  );
  return isOtherPhase
    ? null
    : "A baseline is frozen in this phase already. End that first.";
}

function spanOf({
  from,
  to,
}: Pick<PhaseNote, "from" | "to">): [number, number] {
  const first = monthNumberOf(from);
  return [first, to === null ? first : monthNumberOf(to)];
}

/** A measure that has too few months with a rate, or too few events, to be frozen; null where none has. */
export function tooFewToFreeze(
  frozen: Partial<Record<GraphTag, MeasureLine>>,
  measures: readonly GraphTag[],
): NoteProblem | null {
  for (const measure of RATE_MEASURES) {
    if (!measures.includes(measure.graph)) continue;
    const line = frozen[measure.graph];
    if (!line || pointsOf(line) < FEWEST_OF_BASELINE) {
      return {
        field: "measures",
        text: `${measure.title} has a rate in fewer than ${FEWEST_OF_BASELINE} of these months.`,
      };
    }
    if (hasFewEvents(measure, lineInUnits(measure, line))) {
      return {
        field: "measures",
        text: `${measure.title} has fewer than ${FEWEST_EVENTS} events in these months.`,
      };
    }
  }
  return null;
}
