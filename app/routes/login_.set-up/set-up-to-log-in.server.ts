import { redirect } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { factorWords } from "~/domain/second-factor/factor-words";
import { signInWords } from "~/domain/second-factor/sign-in-words";
import { readTypedCode } from "~/domain/second-factor/typed-code";
import { loginMessages } from "~/domain/session/login-messages";
import { settings } from "~/env.server";
import {
  fieldOf,
  missingIn,
  refusalOfHost,
  refuseFields,
  refuseForm,
} from "~/features/second-factor/answer-factor-form.server";
import { drawKey } from "~/features/second-factor/drawn-key.server";
import { readForm } from "~/http/read-form.server";
import { paths } from "~/paths";
import { findChallenge } from "~/session/challenge-cookie.server";
import { beginSession } from "~/session/open-session.server";
import { keyForSignIn, signInBySetUp } from "~/session/second-step.server";
import { codesCookie } from "~/session/shown-codes.server";
import { SignInRefused } from "~/session/sign-in.server";
import { signInPaths } from "~/sign-in-paths";

/** The form of a new factor, for who has proved their password and needs one; for everybody else the login page. */
export async function loadSetUp(request: Request) {
  const challenge = await findChallenge(request, "set_up");
  if (!challenge) throw redirect(paths.login);
  const found = await keyForSignIn(request, challenge, undefined);
  if (found && "kind" in found) {
    if (found.status === 401) throw redirect(paths.login);
    throw pageError(found.status >= 500 ? 503 : found.status);
  }
  if (!found) throw pageError(502);
  return {
    siteName: settings.SITE_NAME,
    drawn: drawKey(found, challenge.username),
  };
}

/** Sets the factor up and leads to its recovery codes; or the form again, with the same key where it is still good. */
export async function setUpToLogIn(request: Request) {
  const form = await readForm(request);
  const challenge = await findChallenge(request, "set_up");
  if (!challenge) throw redirect(paths.login);
  const code = fieldOf(form, "code").trim();
  const setUp = fieldOf(form, "setUp");
  const again = async () => {
    const found = await keyForSignIn(request, challenge, setUp || undefined);
    return found && !("kind" in found)
      ? drawKey(found, challenge.username)
      : undefined;
  };
  const missing = missingIn(form, { code: signInWords.codeMissing });
  if (missing) return refuseFields(missing, 400, await again());
  if (!readTypedCode(code) || setUp === "") {
    return refuseFields({ code: factorWords.noCode }, 400, await again());
  }
  const stepped = await signInBySetUp(request, challenge, { setUp, code });
  if (stepped && "kind" in stepped) {
    return refusalOfHost(stepped, "code", await again());
  }
  try {
    if (stepped) return await showCodes(request, stepped);
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
  }
  return refuseForm(503, loginMessages.error, "5");
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
