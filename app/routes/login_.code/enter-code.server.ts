import { redirect } from "@remix-run/node";
import { factorWords } from "~/domain/second-factor/factor-words";
import { signInWords } from "~/domain/second-factor/sign-in-words";
import { readTypedCode } from "~/domain/second-factor/typed-code";
import { loginMessages } from "~/domain/session/login-messages";
import { settings } from "~/env.server";
import {
  fieldOf,
  refusalOfHost,
  refuseFields,
  refuseForm,
} from "~/features/second-factor/answer-factor-form.server";
import { readForm } from "~/http/read-form.server";
import { paths } from "~/paths";
import { findChallenge } from "~/session/challenge-cookie.server";
import { openSession } from "~/session/open-session.server";
import { signInByCode } from "~/session/second-step.server";
import { SignInRefused } from "~/session/sign-in.server";

/** The form of the code, for who has proved their password; for everybody else the login page. */
export async function loadEnterCode(request: Request) {
  if (!(await findChallenge(request, "code"))) throw redirect(paths.login);
  return { siteName: settings.SITE_NAME };
}

/** Logs in by a code, or says why not. A recovery code that was typed goes first: it is typed on purpose. */
export async function enterCode(request: Request) {
  const form = await readForm(request);
  const challenge = await findChallenge(request, "code");
  if (!challenge) throw redirect(paths.login);
  const recovery = fieldOf(form, "recoveryCode").trim();
  const field = recovery === "" ? "code" : "recoveryCode";
  const code = recovery === "" ? fieldOf(form, "code").trim() : recovery;
  if (code === "") return refuseFields({ code: signInWords.codeMissing });
  if (!readTypedCode(code)) {
    return refuseFields({ [field]: factorWords.noCode });
  }
  const stepped = await signInByCode(request, challenge, code);
  if (stepped && "kind" in stepped) return refusalOfHost(stepped, field);
  try {
    if (stepped) return await openSession(request, stepped.record);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
  }
  return refuseForm(503, loginMessages.error, "5");
}
