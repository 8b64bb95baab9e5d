import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { failureWords, refusalStatus } from "~/data/call-failure.server";
import { reviewWords } from "../rules/words";
import { answerUserForm } from "~/http/guarded-form.server";
import { reviewCausesPath } from "~/review-paths";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { addReviewCause, endReviewCause } from "~server/reviews/service";
import type { CausesAnswer } from "./causes-view";

const { causes: words } = reviewWords;

/** Adds the cause of a form, or ends the one that it names, and shows the list anew. */
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
