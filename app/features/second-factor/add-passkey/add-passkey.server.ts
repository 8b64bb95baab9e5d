import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { failurePage, failureWords } from "~/data/call-failure.server";
import { newYorkDay, usDayOf } from "~/domain/calendar";
import { passkeyRefusals } from "../rules/passkey-refusals";
import {
  passkeyWords as words,
  usualPasskeyName,
} from "../rules/passkey-words";
import { settings } from "~/env.server";
import { refuseAttempt, refuseFields } from "../answer-factor-form.server";
import { fieldOf, problemsIn } from "../read-factor-form.server";
import { passkeyIn } from "../passkeys/read-passkey.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { ownSignInOf } from "~/session/own-sign-in.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { renewSessionId } from "~/session/renew-session-id.server";
import { signInPaths } from "~/sign-in-paths";
import {
  addPasskey,
  askForNewPasskey,
  madePasskey,
} from "~server/auth/service";
import type { AddRefusal } from "./add-refusal";
/** How a browser has a passkey made, for who has a second factor where passkeys can be had, and may have one more. */
export async function loadAddPasskey({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { factor, passkeys } = await ownSignInOf(signedIn);
  if (!factor || !passkeys) throw redirect(signInPaths.own);
  const outcome = await signedIn.ask(askForNewPasskey, {});
  if (outcome.kind === "failure") {
    if (outcome.status !== 400) throw failurePage(outcome);
    const notice = { tone: "warning", text: failureWords(outcome) } as const;
    throw await redirectWithNotice(signedIn, signInPaths.own, notice);
  }
  return {
    notices: await notSentNotice(signedIn),
    siteName: settings.SITE_NAME,
    question: outcome.kind === "data" ? outcome.answer : null,
    usualName: usualPasskeyName(usDayOf(newYorkDay(new Date()))),
  };
}

/** Adds the passkey, and goes on in a session of a new id; or says why not. */
export async function addByForm({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const made = passkeyIn(form, madePasskey);
  if (!made) return makeAnother(400, passkeyRefusals.notMade);
  const problems = problemsIn(form, ["passkeyName", "presentCode", "password"]);
  if (problems) return refuseFields(problems);
  const outcome = await signedIn.ask(addPasskey, {
    ...made,
    name: fieldOf(form, "passkeyName"),
    password: fieldOf(form, "password"),
    presentCode: fieldOf(form, "presentCode"),
  });
  const { own } = signInPaths;
  if (outcome.kind !== "failure") {
    const notice = { tone: "success", text: words.addedNotice } as const;
    const left = await redirectWithNotice(signedIn, own, notice, 303);
    return renewSessionId(request, left);
  }
  const { status } = outcome;
  if (status === 404) throw redirect(own, 303);
  return status === 400 || status === 409
    ? makeAnother(status, failureWords(outcome))
    : refuseAttempt(outcome);
}

/** What the authenticator has made is good for nothing. */
function makeAnother(status: number, error: string) {
  const answer: AddRefusal = { error, fieldErrors: {}, isSpent: true };
  return json(answer, { status });
}
