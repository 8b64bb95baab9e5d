import type { LoaderFunctionArgs } from "@remix-run/node";
import { passkeyRefusals } from "../rules/passkey-refusals";
import { loginMessages } from "~/features/sign-in/rules/login-messages";
import { settings } from "~/env.server";
import {
  refuseAttempt,
  refuseFields,
  refuseForm,
} from "../answer-factor-form.server";
import { PASSKEY_FIELDS } from "../passkeys/passkey-fields";
import { passkeyIn } from "../passkeys/read-passkey.server";
import { fieldOf, problemsIn } from "../read-factor-form.server";
import { readForm } from "~/http/read-form.server";
import {
  leaveOverChallenge,
  type HeldChallenge,
  requireChallenge,
} from "~/session/challenge-cookie.server";
import { openSession } from "~/session/open-session.server";
import {
  passkeyQuestion,
  signInByCode,
  signInByPasskey,
} from "~/session/second-step.server";
import { SignInRefused } from "~/session/sign-in.server";
import { signedPasskey } from "~server/auth/service";

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
