import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { signInWords as words } from "../rules/sign-in-words";
import { refuseAttempt, refuseFields } from "../answer-factor-form.server";
import { fieldOf, problemsIn } from "../read-factor-form.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { ownSignInOf } from "~/session/own-sign-in.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { renewSessionId } from "~/session/renew-session-id.server";
import { endedCodesCookie } from "~/session/shown-codes.server";
import { signInPaths } from "~/sign-in-paths";
import { removeFactor } from "~server/auth/service";
/** Asks for a code of it and the password; who has no factor has nothing to remove. */
export async function loadRemoveFactor({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { factor } = await ownSignInOf(signedIn);
  if (!factor) throw redirect(signInPaths.own);
  return { notices: await notSentNotice(signedIn) };
}

/** Removes the factor, and goes on in a session of a new id; or says why not. */
export async function removeByForm({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const problems = problemsIn(form, ["presentCode", "password"]);
  if (problems) return refuseFields(problems);
  const outcome = await signedIn.ask(removeFactor, {
    password: fieldOf(form, "password"),
    presentCode: fieldOf(form, "presentCode"),
  });
  const { own } = signInPaths;
  if (outcome.kind !== "failure") {
    const notice = { tone: "success", text: words.removed } as const;
    const left = await redirectWithNotice(signedIn, own, notice, 303);
    // Codes that were just made are good for nothing any more.
    left.headers.append("Set-Cookie", await endedCodesCookie());
    return renewSessionId(request, left);
  }
  if (outcome.status === 404) {
    const notice = { tone: "info", text: words.noFactor } as const;
    return redirectWithNotice(signedIn, own, notice, 303);
  }
  return refuseAttempt(outcome);
}
