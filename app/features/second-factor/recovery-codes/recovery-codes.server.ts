import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { recoveryCodesLeft } from "../rules/factor-notices";
import { refuseAttempt, refuseFields } from "../answer-factor-form.server";
import { fieldOf, problemsIn } from "../read-factor-form.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { NO_STORE } from "~/http/no-store.server";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { ownSignInOf } from "~/session/own-sign-in.server";
import { renewSessionId } from "~/session/renew-session-id.server";
import {
  codesCookie,
  endedCodesCookie,
  shownCodes,
} from "~/session/shown-codes.server";
import { signInPaths } from "~/sign-in-paths";
import { makeRecoveryCodes } from "~server/auth/service";
import { KEPT } from "./kept";
/** Codes that were just made, until they are kept; else the form that makes new ones. */
export async function loadRecoveryCodes({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const shown = await shownCodes(request, signedIn.user.id);
  const headers = { "Cache-Control": NO_STORE };
  if (shown) {
    const notices = await notSentNotice(signedIn);
    return json({ codes: shown.codes, left: null, notices }, { headers });
  }
  const { factor } = await ownSignInOf(signedIn);
  if (!factor) throw redirect(signInPaths.own);
  const left = recoveryCodesLeft(factor.recoveryCodesLeft);
  const notices = await notSentNotice(signedIn);
  return json({ codes: null, left, notices }, { headers });
}

/** Makes new codes and leads to them, in a session of a new id; or shows those no more that somebody has kept, and leads on. */
export async function answerRecoveryCodes({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  if (form.get(KEPT.name) === KEPT.value) {
    const shown = await shownCodes(request, signedIn.user.id);
    return redirect(shown?.goOn ?? signInPaths.own, {
      status: 303,
      headers: { "Set-Cookie": await endedCodesCookie() },
    });
  }
  const problems = problemsIn(form, ["code"]);
  if (problems) return refuseFields(problems);
  const code = fieldOf(form, "code");
  const outcome = await signedIn.ask(makeRecoveryCodes, { code });
  if (outcome.kind === "failure") return refuseAttempt(outcome);
  if (outcome.kind === "empty") throw pageError(502);
  const codes = outcome.answer;
  const shown = { userId: signedIn.user.id, codes, goOn: null };
  const shows = redirect(signInPaths.recoveryCodes, {
    status: 303,
    headers: { "Set-Cookie": await codesCookie(shown) },
  });
  return renewSessionId(request, shows);
}
