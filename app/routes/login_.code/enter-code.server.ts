import { loginMessages } from "~/domain/session/login-messages";
import { settings } from "~/env.server";
import {
  refusalOfHost,
  refuseFields,
  refuseForm,
} from "~/features/second-factor/answer-factor-form.server";
import {
  fieldOf,
  problemsIn,
} from "~/features/second-factor/read-factor-form.server";
import { readForm } from "~/http/read-form.server";
import {
  leaveOverChallenge,
  requireChallenge,
} from "~/session/challenge-cookie.server";
import { openSession } from "~/session/open-session.server";
import { signInByCode } from "~/session/second-step.server";
import { SignInRefused } from "~/session/sign-in.server";

/** The form of the code, for who has proved their password; for everybody else the login page. */
export async function loadEnterCode(request: Request) {
  const { username } = await requireChallenge(request, "code");
  return { siteName: settings.SITE_NAME, username };
}

/** Logs in by a code, or says why not. A recovery code that was typed goes first: it is typed on purpose. */
export async function enterCode(request: Request) {
  const form = await readForm(request);
  const challenge = await requireChallenge(request, "code");
  const field = fieldOf(form, "recoveryCode") === "" ? "code" : "recoveryCode";
  const problems = problemsIn(form, [field]);
  if (problems) return refuseFields(problems);
  const code = fieldOf(form, field);
  const stepped = await signInByCode(request, challenge, code);
  if (stepped && "kind" in stepped) {
    return stepped.status === 401
      ? leaveOverChallenge(challenge)
      : refusalOfHost(stepped, field);
  }
  try {
    if (stepped) return await openSession(request, stepped.record);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
  }
  return refuseForm(503, loginMessages.error);
}
