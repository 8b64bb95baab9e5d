import type { LoaderFunctionArgs } from "@remix-run/node";
import { failurePage } from "~/data/call-failure.server";
import { requireScreen } from "~/session/screen.server";
import { listReviewCauses } from "~server/reviews/service";
import type { CausesView } from "./causes-view";

/** The causes that reviews may name (R344). */
export async function loadCauses({
  request,
}: LoaderFunctionArgs): Promise<CausesView> {
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
    told: kept?.told ?? null,
  };
}
