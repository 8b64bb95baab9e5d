import { LEVELS } from "~/domain/places/hierarchy";
import type { OpenedFrom } from "~/review-paths";
import { REVIEW_LISTS } from "./rules/review-rules";
import { cleanAnswer, fieldsOf, type ReviewAnswers } from "./rules/answers";
import { REVIEW_STEPS, type ReviewStep } from "./rules/fields.data";

export const FORM = {
  task: "task",
  step: "step",
  transfer: "transfer",
  version: "version",
  transferredOn: "transferred_on",
  amendment: "text",
  doneOn: "amended_done_on",
} as const;

export const AMENDMENT_FIELDS = [FORM.amendment, FORM.doneOn];

/** The value of the button to the next step. Text browsers show it before the label, so it is a word of it. */
export const CONTINUE = "continue";

export const MARK_DONE = "done";

export function readStep(text: FormDataEntryValue | null): ReviewStep | null {
  return REVIEW_STEPS.find(({ id }) => id === text)?.id ?? null;
}

/** The step that a button leads to, which has its number for the same reason; null where it leads to none. */
export function stepAsked(form: FormData): ReviewStep | null {
  const number = form.get(FORM.task);
  return REVIEW_STEPS.find((_, at) => String(at + 1) === number)?.id ?? null;
}

export function stepAfter(step: ReviewStep): ReviewStep | null {
  const at = REVIEW_STEPS.findIndex(({ id }) => id === step);
  return REVIEW_STEPS[at + 1]?.id ?? null;
}

export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? cleanAnswer(value) : "";
}

export type Amendment = ReturnType<typeof readAmendment>;
export type OpenedReview = ReturnType<typeof readStepForm>;

/** An amendment as it was typed; empty where nothing was. */
export function readAmendment(form: FormData | null) {
  const read = (name: string) => (form ? readText(form, name) : "");
  return { text: read(FORM.amendment), doneOn: read(FORM.doneOn) };
}

/** The answers of a step as they were typed, with the version that was opened; several boxes are one answer. */
export function readStepForm(form: FormData, step: ReviewStep) {
  const values: Partial<ReviewAnswers> = {};
  for (const { name, kind } of fieldsOf(step)) {
    values[name] =
      kind === "causes"
        ? form
            .getAll(name)
            .filter((one) => typeof one === "string")
            .join(" ")
        : readText(form, name);
  }
  const version = Number(readText(form, FORM.version));
  const isVersion = Number.isSafeInteger(version) && version >= 0;
  return { values, version: isVersion ? version : 0 };
}

const ID = /^\d{1,15}$/;

/** Ignores what cannot be used. */
export function readOpenedFrom(search: URLSearchParams): OpenedFrom {
  const level = LEVELS.find((one) => one === search.get("level"));
  const id = search.get("id") ?? "";
  const list = REVIEW_LISTS.find((one) => one === search.get("list"));
  return {
    ...(level && ID.test(id) && { level, id: Number(id) }),
    ...(list && { list }),
  };
}
