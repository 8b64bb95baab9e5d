import { redirect, type LoaderFunctionArgs, json } from "@remix-run/node";
import {
  answerOf,
  failurePage,
  failureWords,
} from "~/data/call-failure.server";
import type { CallFailure } from "~/data/call.server";
import { newYorkDay, usDayOf } from "~/domain/calendar";
import { settings } from "~/env.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { NO_STORE } from "~/http/no-store.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { renewSessionId } from "~/session/renew-session-id.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import {
  codesCookie,
  endedCodesCookie,
  shownCodes,
} from "~/session/shown-codes.server";
import { signInPaths } from "~/sign-in-paths";
import {
  askForOwnKey,
  readOwnSignIn,
  setFactor,
  removeFactor,
  makeRecoveryCodes,
  addPasskey,
  askForNewPasskey,
  madePasskey,
  removePasskey,
} from "~server/auth/service";
import { type FactorRefusal, FACTOR_FIELDS, KEPT } from "./drawn-key";
import { drawKey } from "./drawn-key.server";
import {
  refuseAttempt,
  refuseFields,
  refuseForm,
  fieldOf,
  passkeyIn,
  problemsIn,
  proofIn,
  setUpOf,
} from "./factor-form.server";
import { recoveryCodesLeft } from "./rules/factor-notices";
import { factorWords, passkeyRefusals } from "./rules/factor-words";

const { own } = signInPaths;

const ownSignInOf = async ({ ask }: SignedIn) =>
  answerOf(await ask(readOwnSignIn, {}));

async function leaveChanged(
  request: Request,
  signedIn: SignedIn,
  text: string,
): Promise<Response> {
  const notice = { tone: "success", text } as const;
  const left = await redirectWithNotice(signedIn, own, notice, 303);
  return renewSessionId(request, left);
}

async function showCodes(
  request: Request,
  { user }: SignedIn,
  codes: readonly string[],
): Promise<Response> {
  const shown = { userId: user.id, codes, goOn: null };
  const shows = redirect(signInPaths.recoveryCodes, {
    status: 303,
    headers: { "Set-Cookie": await codesCookie(shown) },
  });
  return renewSessionId(request, shows);
}

export async function loadSetUpFactor({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  if (signedIn.isWithoutPassword) throw redirect(own);
  const [{ factor }, drawn] = await Promise.all([
    ownSignInOf(signedIn),
    keyOf(signedIn, undefined),
  ]);
  const notices = await notSentNotice(signedIn);
  return { isRenewal: factor !== null, drawn, notices };
}

/** Leads to the recovery codes under a new session id, or shows the form again, with the same key if it is good. */
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
  return showCodes(request, signedIn, answerOf(outcome));
}

async function keyOf({ ask, user }: SignedIn, setUp: string | undefined) {
  return drawKey(answerOf(await ask(askForOwnKey, { setUp })), user.username);
}

export async function loadRemoveFactor({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { factor } = await ownSignInOf(signedIn);
  if (!factor) throw redirect(own);
  return { notices: await notSentNotice(signedIn) };
}

export async function removeFactorByForm({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const problems = problemsIn(form, ["presentCode", "password"]);
  if (problems) return refuseFields(problems);
  const outcome = await signedIn.ask(removeFactor, proofIn(form));
  if (outcome.kind === "failure") {
    return refuseRemoval(signedIn, outcome, "You have no second factor.");
  }
  const left = await leaveChanged(
    request,
    signedIn,
    "Your second factor is removed. You are logged out in all other browsers.",
  );
  // Codes made just before are void now.
  left.headers.append("Set-Cookie", await endedCodesCookie());
  return left;
}

/** `gone` is for what is removed already. */
function refuseRemoval(signedIn: SignedIn, failure: CallFailure, gone: string) {
  if (failure.status !== 404) return refuseAttempt(failure);
  const notice = { tone: "info", text: gone } as const;
  return redirectWithNotice(signedIn, own, notice, 303);
}

/** Shows new codes until they are saved; otherwise the form that makes them. */
export async function loadRecoveryCodes({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const shown = await shownCodes(request, signedIn.user.id);
  const { factor } = shown ? { factor: null } : await ownSignInOf(signedIn);
  if (!shown && !factor) throw redirect(own);
  return json(
    {
      codes: shown?.codes ?? null,
      left: factor && recoveryCodesLeft(factor.recoveryCodesLeft),
      notices: await notSentNotice(signedIn),
    },
    { headers: { "Cache-Control": NO_STORE } },
  );
}

/** Creates new codes under a new session id; leads on once they are saved. */
export async function answerRecoveryCodes({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  if (form.get(KEPT.name) === KEPT.value) {
    const shown = await shownCodes(request, signedIn.user.id);
    return redirect(shown?.goOn ?? own, {
      status: 303,
      headers: { "Set-Cookie": await endedCodesCookie() },
    });
  }
  const problems = problemsIn(form, ["code"]);
  if (problems) return refuseFields(problems);
  const code = fieldOf(form, "code");
  const outcome = await signedIn.ask(makeRecoveryCodes, { code });
  if (outcome.kind === "failure") return refuseAttempt(outcome);
  return showCodes(request, signedIn, answerOf(outcome));
}

/** Only for users with a second factor and room for one more passkey. */
export async function loadAddPasskey({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { factor, passkeys } = await ownSignInOf(signedIn);
  if (!factor || !passkeys) throw redirect(own);
  const outcome = await signedIn.ask(askForNewPasskey, {});
  if (outcome.kind === "failure") {
    if (outcome.status !== 400) throw failurePage(outcome);
    const notice = { tone: "warning", text: failureWords(outcome) } as const;
    throw await redirectWithNotice(signedIn, own, notice);
  }
  return {
    notices: await notSentNotice(signedIn),
    siteName: settings.SITE_NAME,
    question: outcome.kind === "data" ? outcome.answer : null,
    usualName: `Passkey of ${usDayOf(newYorkDay(new Date()))}`,
  };
}

export async function addByForm({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const made = passkeyIn(form, madePasskey);
  if (!made) return makeAnother(400, passkeyRefusals.notMade);
  const problems = problemsIn(form, ["passkeyName", "presentCode", "password"]);
  if (problems) return refuseFields(problems);
  const outcome = await signedIn.ask(addPasskey, {
    ...made,
    name: fieldOf(form, "passkeyName"),
    ...proofIn(form),
  });
  if (outcome.kind !== "failure") {
    return leaveChanged(
      request,
      signedIn,
      "Your passkey is added. You are logged out in all other browsers.",
    );
  }
  const { status } = outcome;
  if (status === 404) throw redirect(own, 303);
  return status === 400 || status === 409
    ? makeAnother(status, failureWords(outcome))
    : refuseAttempt(outcome);
}

/** What the authenticator has made is good for nothing. */
function makeAnother(status: number, error: string) {
  const answer: FactorRefusal = { error, fieldErrors: {}, isSpent: true };
  return json(answer, { status });
}

export async function loadRemovePasskey({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { passkeys } = await ownSignInOf(signedIn);
  const asked = new URL(request.url).searchParams.get("passkey");
  const passkey = passkeys?.find(({ id }) => id === asked);
  if (!passkey) throw redirect(own);
  const notices = await notSentNotice(signedIn);
  return { id: passkey.id, name: passkey.name, notices };
}

export async function removePasskeyByForm({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const passkey = new URL(request.url).searchParams.get("passkey") ?? "";
  if (!/^[\w-]{1,100}$/.test(passkey)) throw redirect(own, 303);
  const problems = problemsIn(form, ["presentCode", "password"]);
  if (problems) return refuseFields(problems);
  const asked = { passkey, ...proofIn(form) };
  const outcome = await signedIn.ask(removePasskey, asked);
  return outcome.kind === "failure"
    ? refuseRemoval(signedIn, outcome, "This passkey was already removed.")
    : leaveChanged(
        request,
        signedIn,
        "Your passkey is removed. You are logged out in all other browsers.",
      );
}
