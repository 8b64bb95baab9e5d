import { isIsoDay, usDayOf } from "~/domain/calendar";
import { timeOfDayText } from "~/domain/time-of-day";
import {
  type ReviewCause,
  type ReviewFieldName,
  REVIEW_FIELDS,
  type ReviewField,
  type ReviewStep,
} from "./fields.data";

/** Empty where nothing is said. Days are `yyyy-MM-dd`, causes are ids separated by spaces. */
export type ReviewAnswers = Record<ReviewFieldName, string>;

export const REVIEW_FIELD_NAMES = REVIEW_FIELDS.map(({ name }) => name) as [
  ReviewFieldName,
  ...ReviewFieldName[],
];

/** The answers that are there, and empty ones for the rest. */
export function answersOf(
  given: Partial<Record<string, string | undefined>>,
): ReviewAnswers {
  return Object.fromEntries(
    REVIEW_FIELD_NAMES.map((name) => [name, given[name] ?? ""]),
  ) as ReviewAnswers;
}

/** An answer as it is kept: its lines end alike, and blanks around it are no part of it. */
export function cleanAnswer(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

export type NamedField = ReviewField & { name: ReviewFieldName };

export function fieldsOf(step: ReviewStep): readonly NamedField[] {
  return REVIEW_FIELDS.filter((field) => field.step === step);
}

export function fieldOf(name: ReviewFieldName): NamedField {
  const field = REVIEW_FIELDS.find((one) => one.name === name);
  if (!field) throw new RangeError(`no field ${name}`);
  return field;
}

export function causesIn({ causes }: Pick<ReviewAnswers, "causes">): string[] {
  return [...new Set(causes.split(" ").filter(Boolean))];
}

/**
 * Answers that were not touched do not take back what others said since the form was `opened` (R342). `conflicts` are
 * fields to which both have given another answer; the stored one stands.
 */
export function mergeAnswers(
  opened: ReviewAnswers,
  given: Partial<ReviewAnswers>,
  stored: ReviewAnswers,
) {
  const answers = { ...stored };
  const conflicts: ReviewFieldName[] = [];
  for (const name of REVIEW_FIELD_NAMES) {
    const typed = given[name];
    if (typed === undefined || typed === opened[name]) continue;
    if (stored[name] === opened[name]) answers[name] = typed;
    else if (stored[name] !== typed) conflicts.push(name);
  }
  return { answers, conflicts };
}

/** Empty without an answer. An unknown cause shows by its id. */
export function answerText(
  name: ReviewFieldName,
  value: string,
  causes: readonly ReviewCause[],
): string {
  const field = fieldOf(name);
  switch (field.kind) {
    case "day":
      return isIsoDay(value) ? usDayOf(value) : value;
    case "time":
      return clockText(value);
    case "choice":
      return (
        field.choices.find((choice) => choice.value === value)?.label ?? value
      );
    case "causes":
      return causesIn({ causes: value })
        .map((id) => causes.find((cause) => cause.id === id)?.text ?? id)
        .join("; ");
    default:
      return value;
  }
}

/** '03:30 PM' of '15:30'. */
function clockText(value: string): string {
  const [hours, minutes] = value.split(":").map(Number);
  if (hours === undefined || minutes === undefined) return value;
  return timeOfDayText(hours * 60 + minutes);
}
