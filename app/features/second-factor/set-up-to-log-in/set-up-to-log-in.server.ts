import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { pageError } from "~/data/page-error.server";
import { factorWords } from "../rules/factor-words";
import { loginMessages } from "~/features/sign-in/rules/login-messages";
import { settings } from "~/env.server";
import {
  refuseAttempt,
  refuseFields,
  refuseForm,
} from "../answer-factor-form.server";
import { drawKey } from "../drawn-key.server";
import { fieldOf, problemsIn, setUpOf } from "../read-factor-form.server";
import { readForm } from "~/http/read-form.server";
import {
  leaveOverChallenge,
  requireChallenge,
} from "~/session/challenge-cookie.server";
import { beginSession } from "~/session/open-session.server";
import { keyForSignIn, signInBySetUp } from "~/session/second-step.server";
import { codesCookie } from "~/session/shown-codes.server";
import { SignInRefused } from "~/session/sign-in.server";
import { signInPaths } from "~/sign-in-paths";

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
