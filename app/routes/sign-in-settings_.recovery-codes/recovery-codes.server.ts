import { json, redirect } from "@remix-run/node";
import { postRecoveryCodes } from "~/contract/second-factor";
import { pageError } from "~/data/page-error.server";
import { recoveryCodesLeft } from "~/domain/second-factor/factor-notices";
import {
  refusalOfHost,
  refuseFields,
} from "~/features/second-factor/answer-factor-form.server";
import {
  fieldOf,
  problemsIn,
} from "~/features/second-factor/read-factor-form.server";
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
import { KEPT } from "./kept";
/** Codes that were just made, until they are kept; else the form that makes new ones. */
export async function loadRecoveryCodes(request: Request) {
  const signedIn = await requireScreen(request);
  const shown = await shownCodes(request, signedIn.user.id);
  const headers = { "Cache-Control": NO_STORE };
  if (shown) {
    const notices = await notSentNotice(signedIn);
    return json({ codes: shown.codes, left: null, notices }, { headers });
  }
  const { second_factor } = await ownSignInOf(signedIn);
  if (!second_factor) throw redirect(signInPaths.own);
  const left = recoveryCodesLeft(second_factor.recovery_codes_left);
  const notices = await notSentNotice(signedIn);
  return json({ codes: null, left, notices }, { headers });
}

/** Makes new codes and leads to them, in a session of a new id; or shows those no more that somebody has kept, and leads on. */
export async function answerRecoveryCodes(request: Request) {
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
  const outcome = await signedIn.call(postRecoveryCodes, {
    body: { code: fieldOf(form, "code") },
  });
  if (outcome.kind === "failure") return refusalOfHost(outcome);
  if (outcome.kind === "empty") throw pageError(502);
  const codes = outcome.answer.data.recovery_codes;
  const shown = { userId: signedIn.user.id, codes, goOn: null };
  const shows = redirect(signInPaths.recoveryCodes, {
    status: 303,
    headers: { "Set-Cookie": await codesCookie(shown) },
  });
  return renewSessionId(request, shows);
}
