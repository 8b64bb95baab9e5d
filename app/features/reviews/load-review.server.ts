import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { signedIdParam } from "~/contract/wire";
import { answerOf } from "~/data/call-failure.server";
import { byWhom } from "~/features/chart-events/rules/note-text";
import { usDayOf, type IsoDay } from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import { fieldOf, fieldsOf, answerText } from "./rules/answers";
import { navOfFacility } from "~/navigation.server";
import { REVIEW_STEPS, type ReviewStep } from "./rules/fields.data";
import { firstEntry, historyEntry } from "./rules/history";
import { timeOfDayText } from "~/domain/time-of-day";
import { noticeWords } from "~/features/transfer-notices/words";
import { outcomeText } from "~/features/transfers/words";
import { missingAnswers } from "./rules/problems";
import { actionsIn } from "./rules/review-rules";
import { reviewWords as words } from "./rules/words";
import { residentPath } from "~/resident-paths";
import { reviewPath, reviewsPath, type OpenedFrom } from "~/review-paths";
import { noticePath } from "~/transfer-notice-paths";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import { findReview, type Review } from "~server/reviews/service";
import {
  readOpenedFrom,
  FORM,
  readAmendment,
  readStep,
  readStepForm,
} from "./form-values";

export type ReviewView = Awaited<ReturnType<typeof loadReview>>;
export type StepView = NonNullable<ReviewView["step"]>;

export async function loadReview({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = signedIdParam.parse(params.id);
  const review = await requireReview(signedIn, id);
  const { searchParams } = new URL(request.url);
  const asked = readStep(searchParams.get("step"));
  const from = readOpenedFrom(searchParams);
  const step = review.may_write && review.state !== "signed" ? asked : null;
  // The transfer has another number now, or the form of the address is not open.
  if (review.transfer_id !== id || step !== asked) {
    throw redirect(reviewPath(review.transfer_id, step ?? undefined, from));
  }
  // Not before: it comes back once, and there would be no page to show it on.
  const kept = await signedIn.takeKeptForm(
    (form) => readStep(form.get(FORM.step)) === step,
  );
  const { facility_id, facility_name: name } = review;
  return {
    ...(await navOfFacility(signedIn, { id: facility_id, name })),
    ...wholeOf(review, from),
    listHref: reviewsPath(from),
    // What a step does not show.
    ...(step && { sections: [], history: [], missing: [] }),
    step: step && {
      ...stepOf(review, step, kept?.form ?? null),
      wholeHref: reviewPath(id, undefined, from),
    },
    amendment: readAmendment(kept && !step ? kept.form : null),
    unsent: kept?.unsent ?? null,
  };
}

export async function requireReview(
  signedIn: SignedIn,
  id: number,
): Promise<DeepReadonly<Review>> {
  return answerOf(await signedIn.ask(findReview, { id }));
}

function stepOf(
  review: DeepReadonly<Review>,
  step: ReviewStep,
  kept: FormData | null,
) {
  const { title = "" } = REVIEW_STEPS.find(({ id }) => id === step) ?? {};
  return {
    id: step,
    title,
    steps: REVIEW_STEPS,
    opensAgain: review.state === "reviewed",
    causes: review.causes.filter((cause) => !cause.is_ended),
    transferredOn: review.transferred_on,
    ...(kept
      ? readStepForm(kept, step)
      : { values: review.answers, version: review.version }),
  };
}

function wholeOf(review: DeepReadonly<Review>, from: OpenedFrom) {
  const { transfer_id: id, state, version, history, may_write } = review;
  const { answers } = review;
  const pathOf = (step?: ReviewStep) => reviewPath(id, step, from);
  const canChange = may_write && state !== "signed";
  const by = ({ author, at }: Review["history"][number]) => byWhom(author, at);
  const amendments = history.filter(({ action }) => action === "amend").length;
  const signed = history.find(({ action }) => action === "sign");
  return {
    notices: { text: noticeWords.title, href: noticePath(id) },
    path: pathOf(),
    name: lastFirst(review.last_name, review.first_name),
    residentHref: review.is_known ? residentPath(review.patient_id) : null,
    state,
    stateText: version === 0 ? words.notBegun : words.states[state],
    isOverdue: review.is_overdue,
    isKnown: review.is_known,
    mayWrite: may_write,
    version,
    facts: factsOf(review),
    sections: REVIEW_STEPS.map(({ id: step, title }) => ({
      id: step,
      title,
      href: canChange ? pathOf(step) : null,
      answers: fieldsOf(step).flatMap(({ name, label }) => {
        const value = answerText(name, answers[name], review.causes);
        return value === "" ? [] : [{ label, value }];
      }),
    })),
    firstStepHref: pathOf("change"),
    actions:
      may_write && version > 0
        ? actionsIn(state, amendments).filter((action) => action !== "save")
        : [],
    missing:
      state === "open" && canChange
        ? missingAnswers(answers).map(({ field, text }) => ({
            text,
            href: `${pathOf(fieldOf(field).step)}#${field}`,
          }))
        : [],
    amendments: history.flatMap((one) =>
      one.text === null ? [] : [{ text: one.text, by: by(one) }],
    ),
    signedBy: signed ? by(signed) : null,
    // What was known at first, and what each version has changed.
    history:
      history.length === 0
        ? []
        : [
            firstEntry(review.first_answers, review.causes) ?? [],
            history.map((one) => historyEntry(one, review.causes)),
          ].flat(),
  };
}

function factsOf(review: DeepReadonly<Review>) {
  const { facts: labels } = words;
  const day = (text: IsoDay | null) => text && usDayOf(text);
  const { minute_of_day: minute, outcome, assumed } = review;
  const facts: [label: string, value: string | null][] = [
    [labels.mrn, review.mrn],
    [labels.facility, review.facility_name],
    [labels.physician, review.physician_name ?? words.noPhysician],
    [labels.admitted, day(review.admitted_on)],
    [labels.transferred, day(review.transferred_on)],
    [labels.time, minute === null ? null : timeOfDayText(minute)],
    [labels.outcome, outcome && outcomeText({ outcome, assumed })],
    [labels.hospital, review.hospital],
    [labels.unit, review.unit],
    [labels.reason, review.reason],
    [labels.diagnosis, review.diagnosis],
    [labels.returned, day(review.returned_on)],
  ];
  return facts.map(([label, value]) => ({
    label,
    value: value || words.notKnown,
  }));
}
