import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { SessionTokens } from "~/contract/auth";
import { ask } from "~/data/ask.server";
import type { Outcome } from "~/data/call.server";
import { pageError } from "~/data/page-error.server";
import { settings } from "~/env.server";
import { loginMessages } from "~/features/sign-in/rules/login-messages";
import { readForm } from "~/http/read-form.server";
import {
  leaveOverChallenge,
  type HeldChallenge,
  requireChallenge,
} from "~/session/challenge-cookie.server";
import { openSession, beginSession } from "~/session/open-session.server";
import {
  publicContext,
  sessionOfTokens,
} from "~/session/session-of-tokens.server";
import { codesCookie } from "~/session/shown-codes.server";
import { signInPaths } from "~/sign-in-paths";
import {
  askForKey,
  askForPasskey,
  enterCode,
  enterFirstCode,
  enterPasskey,
  signedPasskey,
} from "~server/auth/service";
import { PASSKEY_FIELDS } from "./drawn-key";
import { drawKey } from "./drawn-key.server";
import {
  refuseAttempt,
  refuseFields,
  refuseForm,
  fieldOf,
  passkeyIn,
  problemsIn,
  setUpOf,
} from "./factor-form.server";
import { factorWords, passkeyRefusals } from "./rules/factor-words";

export async function loadEnterCode({ request }: LoaderFunctionArgs) {
  const { challenge, username } = await requireChallenge(request, "code");
  const context = publicContext(request);
  // The code is a way in any case.
  const question = await ask(askForPasskey, { challenge }, context);
  return {
    siteName: settings.SITE_NAME,
    username,
    passkeys: question.kind === "data" ? question.answer : null,
  };
}

/** A recovery code goes first, because it is typed on purpose. */
export async function logInByStep({ request }: LoaderFunctionArgs) {
  const form = await readForm(request);
  const held = await requireChallenge(request, "code");
  const { challenge } = held;
  const context = publicContext(request);
  if (form.has(PASSKEY_FIELDS.passkey)) {
    const signed = passkeyIn(form, signedPasskey);
    if (!signed) return refuseForm(400, passkeyRefusals.wrong);
    const outcome = await ask(enterPasskey, { challenge, ...signed }, context);
    return answerStep(request, held, outcome);
  }
  const field = fieldOf(form, "recoveryCode") === "" ? "code" : "recoveryCode";
  const problems = problemsIn(form, [field]);
  if (problems) return refuseFields(problems);
  const code = fieldOf(form, field);
  const outcome = await ask(enterCode, { challenge, code }, context);
  return answerStep(request, held, outcome, field);
}

async function answerStep(
  request: Request,
  held: HeldChallenge,
  outcome: Outcome<SessionTokens>,
  field?: "code" | "recoveryCode",
) {
  if (outcome.kind === "failure") {
    return outcome.status === 401
      ? leaveOverChallenge(held)
      : refuseAttempt(outcome, field);
  }
  const asking = { ...publicContext(request), username: held.username };
  const record =
    outcome.kind === "data" && (await sessionOfTokens(outcome.answer, asking));
  const opened = record ? await openSession(request, record) : null;
  return opened ?? refuseForm(503, loginMessages.error);
}

/** Leads everybody else to the login page. */
export async function loadSetUp({ request }: LoaderFunctionArgs) {
  const held = await requireChallenge(request, "set_up");
  const { challenge, username } = held;
  const found = await ask(askForKey, { challenge }, publicContext(request));
  if (found.kind === "failure") {
    if (found.status === 401) throw await leaveOverChallenge(held);
    throw pageError(found.status >= 500 ? 503 : found.status);
  }
  if (found.kind === "empty") throw pageError(502);
  return {
    siteName: settings.SITE_NAME,
    username,
    drawn: drawKey(found.answer, username),
  };
}

/** Leads to the recovery codes, or shows the form again, with the same key if it is still good. */
export async function setUpToLogIn({ request }: LoaderFunctionArgs) {
  const form = await readForm(request);
  const held = await requireChallenge(request, "set_up");
  const { challenge, username } = held;
  const context = publicContext(request);
  const setUp = setUpOf(form);
  const again = async () => {
    const wanted = { challenge, setUp: setUp || undefined };
    const found = await ask(askForKey, wanted, context);
    return found.kind === "data" ? drawKey(found.answer, username) : undefined;
  };
  const problems = problemsIn(form, ["code"]);
  if (problems) return refuseFields(problems, await again());
  if (setUp === "") {
    return refuseForm(409, factorWords.setUpIsOver, await again());
  }
  const typed = { challenge, setUp, code: fieldOf(form, "code") };
  const outcome = await ask(enterFirstCode, typed, context);
  if (outcome.kind === "failure") {
    return outcome.status === 401
      ? leaveOverChallenge(held)
      : refuseAttempt(outcome, "code", await again());
  }
  const answer = outcome.kind === "data" ? outcome.answer : null;
  const asking = { ...context, username };
  const record = answer && (await sessionOfTokens(answer.tokens, asking));
  const begun = record && (await beginSession(request, record));
  if (!begun) return refuseForm(503, loginMessages.error);
  const { headers, target } = begun;
  const { codes } = answer;
  const shown = { userId: record.user.id, codes, goOn: target };
  headers.append("Set-Cookie", await codesCookie(shown));
  return redirect(signInPaths.recoveryCodes, { headers });
}
