import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { factorWords } from "../rules/factor-words";
import {
  refuseAttempt,
  refuseFields,
  refuseForm,
} from "../answer-factor-form.server";
import { FACTOR_FIELDS } from "../drawn-key";
import { drawKey } from "../drawn-key.server";
import { fieldOf, problemsIn, setUpOf } from "../read-factor-form.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { ownSignInOf } from "~/session/own-sign-in.server";
import { renewSessionId } from "~/session/renew-session-id.server";
import type { SignedIn } from "~/session/require-user.server";
import { codesCookie } from "~/session/shown-codes.server";
import { signInPaths } from "~/sign-in-paths";
import { askForOwnKey, setFactor } from "~server/auth/service";
/** A new key, and whether it takes the place of one. */
export async function loadSetUpFactor({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  if (signedIn.isWithoutPassword) throw redirect(signInPaths.own);
  const [{ factor }, drawn] = await Promise.all([
    ownSignInOf(signedIn),
    keyOf(signedIn, undefined),
  ]);
  const notices = await notSentNotice(signedIn);
  return { isRenewal: factor !== null, drawn, notices };
}

/** Sets the factor up and leads to its recovery codes, in a session of a new id; or the form again, with the same key where it is still good. */
export async function setUpFactor({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const setUp = setUpOf(form);
  const drawn = () => keyOf(signedIn, setUp || undefined);
  // Its page asks for it where a factor stands; where one came up since, the data server does.
  const isRenewal = form.has(FACTOR_FIELDS.presentCode);
  const problems = problemsIn(form, [
    "code",
    ...(isRenewal ? (["presentCode"] as const) : []),
    "password",
  ]);
  if (problems) return refuseFields(problems, await drawn());
  if (setUp === "") {
    return refuseForm(409, factorWords.setUpIsOver, await drawn());
  }
  const outcome = await signedIn.ask(setFactor, {
    setUp,
    code: fieldOf(form, "code"),
    password: fieldOf(form, "password"),
    ...(isRenewal && { presentCode: fieldOf(form, "presentCode") }),
  });
  if (outcome.kind === "failure") {
    return refuseAttempt(outcome, "code", await drawn());
  }
  if (outcome.kind === "empty") throw pageError(502);
  const codes = outcome.answer;
  const shown = { userId: signedIn.user.id, codes, goOn: null };
  const shows = redirect(signInPaths.recoveryCodes, {
    status: 303,
    headers: { "Set-Cookie": await codesCookie(shown) },
  });
  return renewSessionId(request, shows);
}

async function keyOf({ ask, user }: SignedIn, setUp: string | undefined) {
  const outcome = await ask(askForOwnKey, { setUp });
  if (outcome.kind === "data") return drawKey(outcome.answer, user.username);
  if (outcome.kind === "empty") throw pageError(502);
  throw failurePage(outcome);
}
