import {
  createCookie,
  json,
  redirect,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { validationError } from "remix-validated-form";
import { z } from "zod";
import { refusalStatus } from "~/data/call-failure.server";
import type { CallFailure } from "~/data/call.server";
import { onlyText } from "~/domain/form-texts";
import { settings } from "~/env.server";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { KNOWN_FOR_MS } from "~/features/users/rules/sign-in-delay";
import { loginFailure, loginMessages } from "../rules/login-messages";
import { NO_STORE } from "~/http/no-store.server";
import { readForm } from "~/http/read-form.server";
import { refusedForm } from "~/http/refused-form.server";
import { paths } from "~/paths";
import {
  challengeCookie,
  hasTakenTooLong,
  type HeldChallenge,
} from "~/session/challenge-cookie.server";
import { landingPathFor } from "~/session/landing.server";
import { openSession } from "~/session/open-session.server";
import { findUser } from "~/session/require-user.server";
import { hasJustEnded } from "~/session/return-cookie.server";
import { cookieName, cookieOptions } from "~/session/session-storage.server";
import { signIn } from "~/session/sign-in.server";
import { signInPaths } from "~/sign-in-paths";
import { MISSING, type LoginForm, type LoginRefusal } from "./login-form";

const HEADERS = { "Cache-Control": NO_STORE };

export const loginValidator = withZod(
  z.object({
    username: z.string().trim().min(1, MISSING.username).default(""),
    password: z.string().min(1, MISSING.password).default(""),
  }),
);

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

async function reasonOf(request: Request): Promise<string | null> {
  if (await hasTakenTooLong(request)) return factorWords.tookTooLong;
  return (await hasJustEnded(request)) ? loginMessages.expired : null;
}

/** Sealed by the host: who has logged in with this browser. It opens nothing (R544). */
const knownBrowser = createCookie(cookieName("sojourn-known"), {
  ...cookieOptions,
  maxAge: KNOWN_FOR_MS / 1000,
});

export async function logIn({ request }: LoaderFunctionArgs) {
  const form = await readForm(request);
  const typedName = onlyText(form, "username");
  const typed = await loginValidator.validate(form);
  if (typed.error) {
    return validationError(
      typed.error,
      { username: typedName },
      { status: 400, headers: HEADERS },
    );
  }
  const { username } = typed.data;
  const known: unknown = await knownBrowser.parse(
    request.headers.get("cookie"),
  );
  const signedIn = await signIn(request, {
    ...typed.data,
    ...(typeof known === "string" && known !== "" && { browser: known }),
  });
  if ("failure" in signedIn) return refusalOf(signedIn.failure, typedName);
  const begun =
    "record" in signedIn
      ? await openSession(request, signedIn.record)
      : await leadToSecondStep({ ...signedIn.challenge, username });
  if (begun === null) return refusalOf(null, typedName);
  // A host that does not recognize browsers leaves the cookie as it is.
  if (signedIn.browser !== undefined) {
    const kept = await knownBrowser.serialize(signedIn.browser);
    begun.headers.append("Set-Cookie", kept);
  }
  return begun;
}

/** The page asked for is remembered until the session begins. */
async function leadToSecondStep(held: HeldChallenge): Promise<Response> {
  return redirect(
    held.wanted === "code" ? signInPaths.code : signInPaths.setUp,
    {
      headers: { ...HEADERS, "Set-Cookie": await challengeCookie(held) },
    },
  );
}

/** What a host that is down or too slow does not say itself. */
const RETRY_AFTER_SECONDS = "5";

/**
 * Refused credentials are 400: a 401 without WWW-Authenticate makes text browsers ask for a password of their own.
 * What is not the user's doing is 503.
 */
function refusalOf(failure: CallFailure | null, username: string) {
  const status = failure ? refusalStatus(failure) : 503;
  const answer: LoginRefusal = {
    ...loginFailure(failure ?? {}),
    fieldErrors: {},
    repopulateFields: { username },
  };
  const retryAfter =
    failure?.retryAfter ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined);
  return refusedForm(status === 401 ? 400 : status, answer, retryAfter);
}
