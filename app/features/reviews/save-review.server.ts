import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { dayIn, isIsoDay, isoDayOf } from "~/domain/calendar";
import { FIRST_TO_HAVE_A_DAY } from "~/domain/time-zone";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { signedIdParam } from "~/contract/wire";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { refusalOf } from "~/data/call-failure.server";
import { REVIEW_FIELD_NAMES, fieldOf, mergeAnswers } from "./rules/answers";
import type { ReviewStep } from "./rules/fields.data";
import { changesSince, answersWhenOpened, lastChange } from "./rules/history";
import {
  amendmentProblem,
  answerProblems,
  NO_DAY,
  type AnswerProblem,
} from "./rules/problems";
import { REVIEW_ACTIONS } from "./rules/review-rules";
import { reviewWords } from "./rules/words";
import { answerUserForm } from "~/http/guarded-form.server";
import { reviewPath } from "~/review-paths";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { changeReview, type Review } from "~server/reviews/service";
import { fieldLines, type SummaryError } from "~/ui/error-summary";
import {
  readOpenedFrom,
  AMENDMENT_FIELDS,
  type Amendment,
  type OpenedReview,
  FORM,
  CONTINUE,
  readAmendment,
  readStep,
  readStepForm,
  readText,
  stepAfter,
  stepAsked,
} from "./form-values";
import { requireReview } from "./load-review.server";

const { form: words, done } = reviewWords;

export interface ReviewAnswer {
  /** Null after a post of the whole review. */
  form: OpenedReview | null;
  amendment: Amendment;
  fieldErrors: Partial<Record<string, string>>;
  errors: SummaryError[];
}

/** Leads on, or shows the form again with what was wrong. */
export async function saveReview({ request, params }: LoaderFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const id = signedIdParam.parse(params.id);
    const from = readOpenedFrom(new URL(request.url).searchParams);
    const page = { id, pathOf: (to?: ReviewStep) => reviewPath(id, to, from) };
    const step = readStep(form.get(FORM.step));
    return step
      ? saveStep(signedIn, page, step, form)
      : actOnWhole(signedIn, page, form);
  });
}

interface ReviewPage {
  id: number;
  pathOf: (step?: ReviewStep) => string;
}

async function saveStep(
  signedIn: SignedIn,
  page: ReviewPage,
  step: ReviewStep,
  form: FormData,
) {
  const { id, pathOf } = page;
  const opened = readStepForm(form, step);
  const transferredOn = readText(form, FORM.transferredOn);
  // Which day it is at the facility the data server knows.
  const today = isoDayOf(dayIn(FIRST_TO_HAVE_A_DAY, Date.now()));
  const problems = answerProblems(
    opened.values,
    { transferredOn: isIsoDay(transferredOn) ? transferredOn : today, today },
    null,
  );
  if (problems.length > 0) {
    return showAgain(400, { form: opened, ...atFields(problems) });
  }
  const asked = stepAsked(form);
  if (asked && (await isNotBegun(signedIn, id, opened))) {
    throw redirect(pathOf(asked), 303);
  }
  const outcome = await signedIn.ask(changeReview, {
    id,
    action: "save",
    version: opened.version,
    answers: opened.values,
  });
  if (outcome.kind === "failure") {
    return stepRefusal(signedIn, page, outcome, opened);
  }
  signedIn.forgetPlaceCounts();
  const follows = form.get(FORM.task) === CONTINUE ? stepAfter(step) : null;
  const next = pathOf(asked ?? follows ?? undefined);
  const { history = [], version = 0 } =
    outcome.kind === "data" ? outcome.answer : {};
  const before = history.filter((one) => one.version < version);
  const others = changesSince(before, opened.version, null);
  const text = [others.length > 0 ? words.merged : words.saved, ...others];
  return redirectWithNotice(
    signedIn,
    next,
    { tone: others.length > 0 ? "info" : "success", text: text.join(" ") },
    303,
  );
}

/** Paging through the steps of a review does not start it. */
async function isNotBegun(
  signedIn: SignedIn,
  id: number,
  { values, version }: OpenedReview,
): Promise<boolean> {
  if (version > 0) return false;
  const { answers } = await requireReview(signedIn, id);
  return REVIEW_FIELD_NAMES.every(
    (name) => values[name] === undefined || values[name] === answers[name],
  );
}

async function actOnWhole(
  signedIn: SignedIn,
  { id, pathOf }: ReviewPage,
  form: FormData,
) {
  const task = form.get(FORM.task);
  const action = REVIEW_ACTIONS.find((one) => one === task);
  if (!action || action === "save") throw pageError(400);
  const amendment = readAmendment(form);
  const { text, doneOn } = amendment;
  const version = Number(readText(form, FORM.version)) || 0;
  const fieldErrors =
    action === "amend" ? amendmentErrors(amendment) : ({} as const);
  if (Object.keys(fieldErrors).length > 0) {
    return showAgain(400, { amendment, ...atAmendment(fieldErrors) });
  }
  const outcome = await signedIn.ask(changeReview, {
    id,
    action,
    version,
    ...(action === "amend" && { text }),
    ...(action === "amend" && doneOn !== "" && { done_on: doneOn }),
  });
  if (outcome.kind === "failure") {
    return wholeRefusal(signedIn, id, outcome, { version, amendment });
  }
  signedIn.forgetPlaceCounts();
  const notice = { tone: "success", text: done[action] } as const;
  return redirectWithNotice(signedIn, pathOf(), notice, 303);
}

/** The data server checks the day against the transfer's. */
function amendmentErrors({ text, doneOn }: Amendment) {
  const problem = amendmentProblem(text, doneOn !== "");
  return {
    ...(problem !== null && { [FORM.amendment]: problem }),
    ...(doneOn !== "" && !isIsoDay(doneOn) && { [FORM.doneOn]: NO_DAY }),
  };
}

/** Stands at the field to blame, or says what somebody else wrote first. */
async function stepRefusal(
  signedIn: SignedIn,
  { id, pathOf }: ReviewPage,
  failure: CallFailure,
  opened: OpenedReview,
) {
  const { text, status } = refusalOf(failure);
  const field = REVIEW_FIELD_NAMES.find((name) => name === failure.field);
  if (field && field in opened.values) {
    return showAgain(status, { form: opened, ...atFields([{ field, text }]) });
  }
  if (status !== 409) {
    return showAgain(status, { form: opened, errors: [{ text }] });
  }
  const stored = await requireReview(signedIn, id);
  if (stored.state === "signed") {
    // Its steps are closed: the page is the whole review.
    const notice = { tone: "error", text } as const;
    return redirectWithNotice(signedIn, pathOf(), notice, 303);
  }
  return showAgain(status, conflictOf(opened, stored, text));
}

/** Says what others did if they came first. */
async function wholeRefusal(
  signedIn: SignedIn,
  id: number,
  failure: CallFailure,
  { version, amendment }: { version: number; amendment: Amendment },
) {
  const { text, status } = refusalOf(failure);
  if (failure.field === "done_on") {
    return showAgain(status, {
      amendment,
      ...atAmendment({ [FORM.doneOn]: text }),
    });
  }
  const others = [];
  if (status === 409) {
    const { history, causes } = await requireReview(signedIn, id);
    others.push(...changesSince(history, version, causes));
  }
  const errors = [text, ...others].map((line) => ({ text: line }));
  return showAgain(status, { amendment, errors });
}

function atFields(problems: readonly AnswerProblem[]) {
  return {
    fieldErrors: Object.fromEntries(
      problems.map(({ field, text }) => [field, text]),
    ),
    errors: problems.map(({ field, text }) => ({
      text: `${fieldOf(field).label}: ${text}`,
      fieldId: field,
    })),
  };
}

function atAmendment(fieldErrors: Partial<Record<string, string>>) {
  return { fieldErrors, errors: fieldLines(AMENDMENT_FIELDS, fieldErrors) };
}

function showAgain(status: number, answer: Partial<ReviewAnswer>) {
  const whole: ReviewAnswer = {
    form: null,
    amendment: readAmendment(null),
    fieldErrors: {},
    errors: [],
    ...answer,
  };
  return json(whole, { status });
}

/**
 * Keeps what was typed after somebody else's change; answers that both changed show the other's. Those that only they
 * changed are put in, so that saving again does not undo them (R342).
 */
function conflictOf(
  { values: typed, version }: OpenedReview,
  stored: DeepReadonly<Review>,
  text: string,
) {
  const { history, causes, answers: now } = stored;
  const opened = answersWhenOpened(stored.first_answers, history, version);
  const disputed = mergeAnswers(opened, typed, now).conflicts;
  const fieldErrors = Object.fromEntries(
    disputed.flatMap((name) => {
      const change = lastChange(history, version, name, causes);
      return change === null ? [] : [[name, change]];
    }),
  );
  const others = changesSince(history, version, causes).filter(
    (line) => !Object.values(fieldErrors).includes(line),
  );
  return {
    form: {
      // Typed fields keep their text; the others show what is stored now.
      values: Object.fromEntries(
        REVIEW_FIELD_NAMES.filter((name) => typed[name] !== undefined).map(
          (name) => [
            name,
            typed[name] === opened[name] ? now[name] : typed[name],
          ],
        ),
      ),
      version: stored.version,
    },
    fieldErrors,
    errors: [
      { text },
      ...fieldLines(REVIEW_FIELD_NAMES, fieldErrors),
      ...others.map((line) => ({ text: line })),
      ...(disputed.length > 0 ? [{ text: words.saveAgain }] : []),
    ],
  };
}
