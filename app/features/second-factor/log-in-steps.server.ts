import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { passkeyRefusals } from "./rules/passkey-refusals";
import { loginMessages } from "~/features/sign-in/rules/login-messages";
import { settings } from "~/env.server";
import {
  refuseAttempt,
  refuseFields,
  refuseForm,
  fieldOf,
  problemsIn,
  setUpOf,
} from "./factor-form.server";
import { PASSKEY_FIELDS } from "./passkeys/passkey-fields";
import { passkeyIn } from "./passkeys/read-passkey.server";
import { readForm } from "~/http/read-form.server";
import {
  leaveOverChallenge,
  type HeldChallenge,
  requireChallenge,
} from "~/session/challenge-cookie.server";
import { openSession, beginSession } from "~/session/open-session.server";
import {
  passkeyQuestion,
  signInByCode,
  signInByPasskey,
  keyForSignIn,
  signInBySetUp,
} from "~/session/second-step.server";
import { SignInRefused } from "~/session/sign-in.server";
import { signedPasskey } from "~server/auth/service";
import { pageError } from "~/data/page-error.server";
import { factorWords } from "./rules/factor-words";
import { drawKey } from "./drawn-key.server";
import { codesCookie } from "~/session/shown-codes.server";
import { signInPaths } from "~/sign-in-paths";

/** The form of the code, for who has proved their password; for everybody else the login page. */
export async function loadEnterCode({ request }: LoaderFunctionArgs) {
  const challenge = await requireChallenge(request, "code");
  return {
    siteName: settings.SITE_NAME,
    username: challenge.username,
    passkeys: await passkeyQuestion(request, challenge),
  };
}

/** Logs in by a code or a passkey, or says why not. A recovery code that was typed goes first: it is typed on purpose. */
export async function enterCode({ request }: LoaderFunctionArgs) {
  const form = await readForm(request);
  const challenge = await requireChallenge(request, "code");
  if (form.has(PASSKEY_FIELDS.passkey))
    return answerPasskey(request, form, challenge);
  const field = fieldOf(form, "recoveryCode") === "" ? "code" : "recoveryCode";
  const problems = problemsIn(form, [field]);
  if (problems) return refuseFields(problems);
  const code = fieldOf(form, field);
  const stepped = await signInByCode(request, challenge, code);
  return answerStep(request, challenge, stepped, field);
}

async function answerPasskey(
  request: Request,
  form: FormData,
  challenge: HeldChallenge,
) {
  const signed = passkeyIn(form, signedPasskey);
  if (!signed) return refuseForm(400, passkeyRefusals.wrong);
  const stepped = await signInByPasskey(request, challenge, signed);
  return answerStep(request, challenge, stepped);
}

/** Begins the session, or says why it does not; `field` held the code. */
async function answerStep(
  request: Request,
  challenge: HeldChallenge,
  stepped: Awaited<ReturnType<typeof signInByCode>>,
  field?: "code" | "recoveryCode",
) {
  if (stepped && "kind" in stepped) {
    return stepped.status === 401
      ? leaveOverChallenge(challenge)
      : refuseAttempt(stepped, field);
  }
  try {
    if (stepped) return await openSession(request, stepped.record);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
  }
  return refuseForm(503, loginMessages.error);
}

/** The form of a new factor, for who has proved their password and needs one; for everybody else the login page. */
export async function loadSetUp({ request }: LoaderFunctionArgs) {
  const challenge = await requireChallenge(request, "set_up");
  const { username } = challenge;
  const found = await keyForSignIn(request, challenge, undefined);
  if (found.kind === "failure") {
    if (found.status === 401) throw await leaveOverChallenge(challenge);
    throw pageError(found.status >= 500 ? 503 : found.status);
  }
  if (found.kind === "empty") throw pageError(502);
  return {
    siteName: settings.SITE_NAME,
    username,
    drawn: drawKey(found.answer, username),
  };
}

/** Sets the factor up and leads to its recovery codes; or the form again, with the same key where it is still good. */
export async function setUpToLogIn({ request }: LoaderFunctionArgs) {
  const form = await readForm(request);
  const challenge = await requireChallenge(request, "set_up");
  const setUp = setUpOf(form);
  const again = async () => {
    const found = await keyForSignIn(request, challenge, setUp || undefined);
    return found.kind === "data"
      ? drawKey(found.answer, challenge.username)
      : undefined;
  };
  const problems = problemsIn(form, ["code"]);
  if (problems) return refuseFields(problems, await again());
  if (setUp === "") {
    return refuseForm(409, factorWords.setUpIsOver, await again());
  }
  const code = fieldOf(form, "code");
  const stepped = await signInBySetUp(request, challenge, { setUp, code });
  if (stepped && "kind" in stepped) {
    return stepped.status === 401
      ? leaveOverChallenge(challenge)
      : refuseAttempt(stepped, "code", await again());
  }
  try {
    if (stepped) return await showCodes(request, stepped);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
  }
  return refuseForm(503, loginMessages.error);
}

async function showCodes(
  request: Request,
  {
    record,
    codes,
  }: NonNullable<
    Exclude<Awaited<ReturnType<typeof signInBySetUp>>, { kind: string }>
  >,
): Promise<Response> {
  const { headers, target } = await beginSession(request, record);
  const shown = { userId: record.user.id, codes, goOn: target };
  headers.append("Set-Cookie", await codesCookie(shown));
  return redirect(signInPaths.recoveryCodes, { headers });
}
