import { type LoaderFunctionArgs, json } from "@remix-run/node";
import { administrationCrumbs } from "~/features/shell/navigation/first-crumbs";
import {
  failurePage,
  failureWords,
  refusalStatus,
} from "~/data/call-failure.server";
import { requireScreen } from "~/session/screen.server";
import {
  listReviewCauses,
  addReviewCause,
  endReviewCause,
} from "~server/reviews/service";
import { reviewWords } from "../rules/words";
import { answerUserForm } from "~/http/guarded-form.server";
import { reviewCausesPath } from "~/review-paths";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";

const { causes: words } = reviewWords;

export interface CausesAnswer {
  text: string;
  error: string;
}

export async function loadCauses({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const outcome = await signedIn.ask(listReviewCauses, {});
  if (outcome.kind === "failure") {
    throw failurePage(outcome);
  }
  const kept = await signedIn.takeKeptForm();
  const typed = kept?.form.get("text");
  return {
    causes: outcome.kind === "data" ? outcome.answer : [],
    text: typeof typed === "string" ? typed : "",
    unsent: kept?.unsent ?? null,
    crumbs: administrationCrumbs(words.title),
  };
}

export async function changeCauses({ request }: LoaderFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const read = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const endedId = read("end");
    const text = read("text");
    const outcome =
      endedId === ""
        ? await signedIn.ask(addReviewCause, { text })
        : await signedIn.ask(endReviewCause, { id: endedId });
    if (outcome.kind === "failure" && outcome.status !== 404) {
      const answer: CausesAnswer = { text, error: failureWords(outcome) };
      return json(answer, { status: refusalStatus(outcome) });
    }
    const done = endedId === "" ? words.addedNotice : words.ended;
    const isGone = outcome.kind === "failure";
    const notice = isGone
      ? ({ tone: "info", text: words.gone } as const)
      : ({ tone: "success", text: done } as const);
    return redirectWithNotice(signedIn, reviewCausesPath, notice, 303);
  });
}
