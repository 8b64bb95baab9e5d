import { getReviewCauses } from "~/contract/reviews";
import { optionalCall } from "~/data/optional-call.server";
import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { reviewWords } from "~/domain/reviews/review-words";
import { requireUserFor } from "~/session/guard-page.server";
import type { CausesView } from "./causes-view";

/** The causes that reviews may name (R344); 404 where the host does not offer reviews. */
export async function loadCauses(request: Request): Promise<CausesView> {
  const signedIn = await requireUserFor(request, { page: "review-causes" });
  const outcome = await optionalCall(signedIn, getReviewCauses, () =>
    signedIn.call(getReviewCauses, {}),
  );
  if (outcome.kind === "not-offered") {
    throw pageError(404, reviewWords.missing);
  }
  if (outcome.kind === "failure") {
    throw failurePage(outcome);
  }
  const kept = await signedIn.takeKeptForm();
  const typed = kept?.form.get("text");
  return {
    causes: outcome.kind === "data" ? outcome.answer.data : [],
    text: typeof typed === "string" ? typed : "",
    told: kept?.told ?? null,
  };
}
