import { json } from "@remix-run/node";
import { isIsoDay, newYorkDay } from "~/domain/calendar";
import { postReview, type Review } from "~/contract/reviews";
import { signedIdParam } from "~/contract/wire";
import type { CallFailure } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { refusalStatus } from "~/data/refusal-status.server";
import { REVIEW_FIELD_NAMES, fieldOf } from "~/domain/reviews/review-answers";
import { answerText } from "~/domain/reviews/review-answer-text";
import type {
  ReviewFieldName,
  ReviewStep,
} from "~/domain/reviews/review-fields.data";
import { changesSince } from "~/domain/reviews/review-history";
import {
  amendmentProblem,
  answerProblems,
  NO_DAY,
} from "~/domain/reviews/review-problems";
import { REVIEW_ACTIONS } from "~/domain/reviews/review-rules";
import { reviewWords } from "~/domain/reviews/review-words";
import { systemMessages } from "~/domain/system-messages";
import { answerUserForm } from "~/http/guarded-form.server";
import { reviewPath } from "~/review-paths";
import { guardPage } from "~/session/guard-page.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireReview } from "./load-review.server";
import {
  FORM,
  GO_ON,
  readAmendment,
  readStep,
  readStepForm,
  readText,
  stepAfter,
} from "./review-form-values";
import type { Amendment, OpenedReview, ReviewAnswer } from "./review-view";

const { form: words, done } = reviewWords;

/** Keeps the answers of a step, or does with the whole review what its form says, and leads on; or shows the form again with what was wrong. */
export async function saveReview(request: Request, idText: string | undefined) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    await guardPage(signedIn, { page: "review", id: idText ?? "" });
    const id = signedIdParam.parse(idText);
    const step = readStep(form.get(FORM.step));
    return step
      ? saveStep(signedIn, id, step, form)
      : actOnWhole(signedIn, id, form);
  });
}

async function saveStep(
  signedIn: SignedIn,
  id: number,
  step: ReviewStep,
  form: FormData,
) {
  const opened = readStepForm(form, step);
  const transferredOn = readText(form, FORM.transferredOn);
  const today = newYorkDay(new Date());
  const problems = answerProblems(
    opened.values,
    { transferredOn: isIsoDay(transferredOn) ? transferredOn : today, today },
    null,
  );
  if (problems.length > 0) {
    const fieldErrors = Object.fromEntries(
      problems.map(({ field, text }) => [field, text]),
    );
    return showAgain(400, { form: opened, fieldErrors });
  }
  const outcome = await signedIn.call(postReview, {
    params: { id },
    body: {
      action: "save",
      version: opened.version,
      answers: opened.values,
    },
  });
  if (outcome.kind === "failure") {
    return refusalOf(signedIn, id, outcome, opened);
  }
  signedIn.forgetOverdueReviews();
  const stays = form.get(FORM.task) === GO_ON;
  const next = reviewPath(id, (stays && stepAfter(step)) || undefined);
  const others =
    outcome.kind === "data"
      ? othersOf(outcome.answer.data, opened.version)
      : [];
  const text = [others.length > 0 ? words.merged : words.saved, ...others];
  return redirectWithNotice(
    signedIn,
    next,
    { tone: others.length > 0 ? "info" : "success", text: text.join(" ") },
    303,
  );
}

/** What others have done since a version that somebody has just followed with their own. */
function othersOf({ history, version }: Review, opened: number): string[] {
  return changesSince(
    history.filter((one) => one.version < version),
    opened,
  );
}

async function actOnWhole(signedIn: SignedIn, id: number, form: FormData) {
  const task = form.get(FORM.task);
  const action = REVIEW_ACTIONS.find((one) => one === task);
  if (!action || action === "save") throw pageError(400);
  const amendment = readAmendment(form);
  const { text, doneOn } = amendment;
  const fieldErrors =
    action === "amend" ? amendmentErrors(amendment) : ({} as const);
  if (Object.keys(fieldErrors).length > 0) {
    return showAgain(400, { amendment, fieldErrors });
  }
  const outcome = await signedIn.call(postReview, {
    params: { id },
    body: {
      action,
      version: Number(readText(form, FORM.version)) || 0,
      ...(action === "amend" && { text }),
      ...(action === "amend" && doneOn !== "" && { done_on: doneOn }),
    },
  });
  if (outcome.kind === "failure") {
    return refusalOf(signedIn, id, outcome, null, amendment);
  }
  signedIn.forgetOverdueReviews();
  const notice = { tone: "success", text: done[action] } as const;
  return redirectWithNotice(signedIn, reviewPath(id), notice, 303);
}

/** What is wrong with an amendment, by field; the host judges the day by that of the transfer. */
function amendmentErrors({ text, doneOn }: Amendment) {
  const problem = amendmentProblem(text);
  return {
    ...(problem !== null && { [FORM.amendment]: problem }),
    ...(doneOn !== "" && !isIsoDay(doneOn) && { [FORM.doneOn]: NO_DAY }),
  };
}

/**
 * Why the host did not take it, at the field that it blames. Where somebody else came first, the form goes on from what they wrote, with what was typed
 * in it and a line for each field that is stored otherwise: saving it again is done knowingly.
 */
async function refusalOf(
  signedIn: SignedIn,
  id: number,
  failure: CallFailure,
  opened: OpenedReview | null,
  amendment = readAmendment(null),
) {
  if (failure.status === 403 || failure.status === 404) {
    throw pageError(failure.status, failure.message ?? failure.error);
  }
  const { unexpected } = systemMessages.systemError;
  const text = failure.message ?? failure.error ?? unexpected;
  const status = refusalStatus(failure);
  const { field } = failure;
  if (opened && field !== undefined && field in opened.values) {
    return showAgain(status, { form: opened, fieldErrors: { [field]: text } });
  }
  if (!opened && field === "done_on") {
    const fieldErrors = { [FORM.doneOn]: text };
    return showAgain(status, { amendment, fieldErrors });
  }
  if (!opened || failure.status !== 409) {
    return showAgain(status, { form: opened, amendment, errors: [text] });
  }
  const stored = await requireReview(signedIn, id);
  const lines = REVIEW_FIELD_NAMES.flatMap((name) =>
    storedLine(name, opened, stored),
  );
  return showAgain(status, {
    form: { values: opened.values, version: stored.version },
    errors: [
      text,
      ...changesSince(stored.history, opened.version),
      ...lines,
      ...(lines.length > 0 ? [words.saveAgain] : []),
    ],
  });
}

/** '“Reason for the transfer” says now: Fever' for an answer that is stored otherwise than it was typed. */
function storedLine(
  name: ReviewFieldName,
  { values }: OpenedReview,
  { answers, causes }: Review,
): string[] {
  const now = answers[name] ?? "";
  if (values[name] === undefined || values[name] === now) return [];
  const text = answerText(name, now, causes) || words.unsaid;
  return [`“${fieldOf(name).label}” ${words.saysNow} ${text}`];
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
