import { epochDayOf, isIsoDay, type IsoDay } from "~/domain/calendar";
import {
  causesIn,
  fieldOf,
  type NamedField,
  REVIEW_FIELD_NAMES,
  type ReviewAnswers,
} from "./answers";
import {
  MOST_CAUSES,
  type ReviewField,
  type ReviewFieldName,
} from "./fields.data";

/** Longest answers, characters. */
export const LONGEST_LINE = 200;
export const LONGEST_TEXT = 2_000;
/** A change is hardly noticed longer before the transfer; an action is hardly due later after it. */
const MOST_DAYS_BEFORE = 60;
const MOST_DAYS_TO_ACT = 730;

export interface AnswerProblem {
  field: ReviewFieldName;
  text: string;
}

export interface ReviewDays {
  transferredOn: IsoDay;
  today: IsoDay;
}

export const NO_DAY = "Enter the date as year, month and day.";

/** Shown as they are: line ends alone are not seen and are part of a text. */
const UNSEEN = /(?![\n\r\t])[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * In the order of the form; empty if all may be kept (R337). An empty answer is never wrong, because a draft may be
 * unfinished.
 */
export function answerProblems(
  given: Partial<ReviewAnswers>,
  days: ReviewDays,
  knownCauses: ReadonlySet<string> | null,
): AnswerProblem[] {
  return REVIEW_FIELD_NAMES.flatMap((name) => {
    const value = given[name] ?? "";
    if (value === "") return [];
    const text = problemOf(fieldOf(name), value, given, days, knownCauses);
    return text === null ? [] : [{ field: name, text }];
  });
}

function problemOf(
  field: NamedField,
  value: string,
  given: Partial<ReviewAnswers>,
  days: ReviewDays,
  knownCauses: ReadonlySet<string> | null,
): string | null {
  switch (field.kind) {
    case "line":
      return wordsProblem(value, LONGEST_LINE);
    case "text":
      return wordsProblem(value, LONGEST_TEXT);
    case "time":
      if (!TIME.test(value)) return "Enter the time as hours and minutes.";
      return given.noticed_on === ""
        ? "Enter the date for this time too."
        : null;
    case "number":
      return numberProblem(field, value, given);
    case "choice":
      return field.choices.some((choice) => choice.value === value)
        ? null
        : "Choose one of the answers.";
    case "causes":
      return causesProblem(value, knownCauses);
    case "day":
      return dayProblem(field.name, value, days);
  }
}

function wordsProblem(value: string, longest: number): string | null {
  if (value.length > longest)
    return `Enter no more than ${longest} characters.`;
  return UNSEEN.test(value) ? "Remove invisible characters." : null;
}

function numberProblem(
  { name, min, max, decimals }: Extract<ReviewField, { kind: "number" }>,
  value: string,
  { systolic = "", diastolic = "" }: Partial<ReviewAnswers>,
): string | null {
  const form = decimals ? /^\d{1,3}(\.\d)?$/ : /^\d{1,3}$/;
  const number = Number(value);
  if (!form.test(value) || number < min || number > max) {
    const what = decimals ? "number" : "whole number";
    return `Enter a ${what} from ${min} to ${max}.`;
  }
  return name === "diastolic" &&
    systolic !== "" &&
    Number(diastolic) >= Number(systolic)
    ? "Enter a lower pressure that is below the upper one."
    : null;
}

function causesProblem(
  value: string,
  known: ReadonlySet<string> | null,
): string | null {
  const causes = causesIn({ causes: value });
  if (causes.length > MOST_CAUSES) {
    return `Choose no more than ${MOST_CAUSES} causes.`;
  }
  return known && causes.some((one) => !known.has(one))
    ? "Choose causes from the list."
    : null;
}

function dayProblem(
  name: ReviewFieldName,
  value: string,
  { transferredOn, today }: ReviewDays,
): string | null {
  if (!isIsoDay(value)) return NO_DAY;
  const after = epochDayOf(value) - epochDayOf(transferredOn);
  if (name === "noticed_on") {
    if (after > 0) return "Enter a date that is not after the transfer.";
    return -after > MOST_DAYS_BEFORE
      ? `Enter a date in the ${MOST_DAYS_BEFORE} days before the transfer.`
      : null;
  }
  if (after < 0) return "Enter a date that is not before the transfer.";
  if (name === "due_on") {
    return after > MOST_DAYS_TO_ACT
      ? `Enter a date in the ${MOST_DAYS_TO_ACT} days after the transfer.`
      : null;
  }
  return value > today ? "Enter a date that is not in the future." : null;
}

/** What a draft lacks before it counts as reviewed (R338), in the order of the form. */
export function missingAnswers(answers: ReviewAnswers): AnswerProblem[] {
  const missing: AnswerProblem[] = [];
  const need = (field: ReviewFieldName, text: string, isNeeded = true) => {
    if (isNeeded && answers[field] === "") missing.push({ field, text });
  };
  need("avoidable", "Say whether the transfer could have been avoided.");
  need(
    "causes",
    "Choose at least one cause of a transfer that could have been avoided.",
    answers.avoidable === "yes",
  );
  const acts = answers.action !== "";
  need("owner", "Say who is responsible for the action.", acts);
  need("due_on", "Enter a due date for the action.", acts);
  need(
    "action",
    "Describe the action.",
    answers.owner + answers.due_on + answers.done_on !== "",
  );
  return missing;
}

/** Null if it may be kept. `saysDone`: the amendment says when the action was done, and needs no words. */
export function amendmentProblem(
  text: string,
  saysDone = false,
): string | null {
  if (text !== "") return wordsProblem(text, LONGEST_TEXT);
  return saysDone ? null : "Enter the amendment.";
}

export function causeProblem(
  text: string,
  others: readonly string[],
): string | null {
  if (text === "") return "Enter the cause.";
  const key = text.toLowerCase();
  if (others.some((one) => one.toLowerCase() === key)) {
    return "This cause is already on the list.";
  }
  if (text.length > LONGEST_CAUSE) {
    return `Enter no more than ${LONGEST_CAUSE} characters.`;
  }
  return /\p{C}/u.test(text) ? "Remove invisible characters." : null;
}

export const LONGEST_CAUSE = 100;
