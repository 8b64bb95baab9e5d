import type { ActionFunctionArgs } from "@remix-run/node";
import { signedIdParam } from "~/contract/wire";
import { failurePage, failureWords } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { answerUserForm } from "~/http/guarded-form.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { changeReview } from "~server/reviews/service";
import { FORM, MARK_DONE, readText } from "./form-values";
import { reviewWords as words } from "./rules/words";

/** Saves that an action was done today, and leads back to the list, which says so, or that others came first. */
export async function markDone({ request }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    if (form.get(FORM.task) !== MARK_DONE) throw pageError(400);
    const outcome = await signedIn.ask(changeReview, {
      id: signedIdParam.parse(readText(form, FORM.transfer)),
      action: "save",
      version: Number(readText(form, FORM.version)) || 0,
      done_today: true,
    });
    const { pathname, search } = new URL(request.url);
    const answer = (tone: "success" | "error", text: string) =>
      redirectWithNotice(signedIn, pathname + search, { tone, text }, 303);
    if (outcome.kind !== "failure") {
      signedIn.forgetPlaceCounts();
      return answer("success", words.markedDone);
    }
    const { status } = outcome;
    if (status === 403 || status === 404) throw failurePage(outcome);
    return answer(
      "error",
      status === 409 ? words.form.stale : failureWords(outcome),
    );
  });
}
