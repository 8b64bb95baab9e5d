import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { validationError } from "remix-validated-form";
import { z } from "zod";
import type { CallFailure } from "~/data/call.server";
import { settings } from "~/env.server";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { loginFailure, loginMessages } from "../rules/login-messages";
import { NO_STORE } from "~/http/no-store.server";
import { readForm } from "~/http/read-form.server";
import { paths } from "~/paths";
import {
  challengeCookie,
  hasTakenTooLong,
} from "~/session/challenge-cookie.server";
import {
  keepKnownBrowser,
  knownBrowserOf,
} from "~/session/known-browser-cookie.server";
import { landingPathFor } from "~/session/landing.server";
import { openSession } from "~/session/open-session.server";
import { findUser } from "~/session/require-user.server";
import { hasJustEnded } from "~/session/return-cookie.server";
import {
  authenticate,
  SecondStepWanted,
  SignInRefused,
} from "~/session/sign-in.server";
import { signInPaths } from "~/sign-in-paths";
import { type LoginForm, type LoginRefusal, MISSING } from "./login-form";

/** The server's check of the login form, before the API host is asked. */
export const loginValidator = withZod(
  z.object({
    username: z
      .string({ required_error: MISSING.username })
      .trim()
      .min(1, MISSING.username),
    password: z
      .string({ required_error: MISSING.password })
      .min(1, MISSING.password),
  }),
);

/** For answers that contain the user's input. */
const HEADERS = { "Cache-Control": NO_STORE };

/** The empty login page; who is signed in already goes to their landing page. */
export async function loadLogin({ request }: LoaderFunctionArgs) {
  const signedIn = await findUser(request);
  if (signedIn) {
    throw redirect(landingPathFor(signedIn.user.viewer) ?? paths.home);
  }
  return json({
    siteName: settings.SITE_NAME,
    organisation: settings.OIDC_NAME ?? null,
    form: formOf(request),
    reason: await reasonOf(request),
  });
}

/** If only emergency accounts have passwords, their form is on a page of its own. */
function formOf(request: Request): LoginForm {
  const isAsked = new URL(request.url).searchParams.has("emergency");
  if (settings.OIDC_ONLY !== "1") return "usual";
  return isAsked ? "emergency" : "none";
}

/** Why the page came up by itself; null where somebody asked for it. */
async function reasonOf(request: Request): Promise<string | null> {
  if (await hasTakenTooLong(request)) return factorWords.tookTooLong;
  return (await hasJustEnded(request)) ? loginMessages.expired : null;
}

/** Signs in and leads on, or says why not (R128). */
export async function logIn({ request }: LoaderFunctionArgs) {
  const form = await readForm(request);
  const typedName = form.get("username");
  const username = typeof typedName === "string" ? typedName : "";
  const typed = await loginValidator.validate(form);
  if (typed.error) {
    return validationError(
      typed.error,
      { username },
      { status: 400, headers: HEADERS },
    );
  }
  try {
    const known = await knownBrowserOf(request);
    const credentials = { ...typed.data, browser: known };
    const { record, browser } = await authenticate(request, credentials);
    const opened = await openSession(request, record);
    await keepKnownBrowser(opened.headers, browser);
    return opened;
  } catch (error) {
    if (error instanceof SecondStepWanted) return leadToSecondStep(error);
    if (!(error instanceof SignInRefused)) throw error;
    return refusalAnswer(error.failure, username);
  }
}

/** The page asked for is remembered until the session begins. */
async function leadToSecondStep({
  challenge,
  username,
  browser,
}: SecondStepWanted) {
  const headers = new Headers(HEADERS);
  const held = await challengeCookie({ ...challenge, username });
  headers.append("Set-Cookie", held);
  await keepKnownBrowser(headers, browser);
  const isForCode = challenge.wanted === "code";
  return redirect(isForCode ? signInPaths.code : signInPaths.setUp, {
    headers,
  });
}

/** What a host that is down or too slow does not say itself. */
const RETRY_AFTER_SECONDS = "5";

/**
 * Answers a refused login with the host's status. Credentials that it refuses are a form that did not pass, 400: a 401
 * without WWW-Authenticate makes text browsers ask for a password of their own. What is not the user's doing is 503.
 */
function refusalAnswer(failure: CallFailure | null, username: string) {
  const isUsersDoing =
    failure !== null && failure.status >= 400 && failure.status < 500;
  const refusal: LoginRefusal = {
    ...loginFailure({
      ...(failure?.error ? { error: failure.error } : {}),
      ...(failure?.message ? { message: failure.message } : {}),
    }),
    fieldErrors: {},
    repopulateFields: { username },
  };
  const headers = new Headers(HEADERS);
  const status = isUsersDoing ? formStatusOf(failure.status) : 503;
  const retryAfter =
    failure?.retryAfter ?? (status === 503 ? RETRY_AFTER_SECONDS : null);
  if (retryAfter) headers.set("Retry-After", retryAfter);
  return json(refusal, { status, headers });
}

function formStatusOf(hostStatus: number): number {
  return hostStatus === 401 ? 400 : hostStatus;
}
