import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { login, type SignInChallenge } from "~/contract/auth";
import { call, type CallFailure } from "~/data/call.server";
import { apiHost } from "~/data/upstream.server";
import { textIn } from "~/domain/form-texts";
import type { SessionRecord } from "./session-record.server";
import { publicContext, sessionOfTokens } from "./session-of-tokens.server";

interface Credentials {
  username: string;
  password: string;
  browser?: string | undefined;
}

/** `browser` is what the browser keeps, if the host says so. */
type SignIn =
  | { record: SessionRecord; browser: string | undefined }
  /** The password is right, and the data server in this process asks for more before a session begins. */
  | { challenge: SignInChallenge; browser: string | undefined }
  /** Null where handling a good answer failed (R130). */
  | { failure: CallFailure | null };

/** The guard has read the request's body, so the strategy gets a copy with the checked fields. */
export function signIn(
  request: Request,
  { browser = "", ...credentials }: Credentials,
): Promise<SignIn> {
  const strategy = new FormStrategy<SignIn>(({ form }) =>
    askHost(request, {
      username: textIn(form, "username"),
      password: textIn(form, "password"),
      browser: textIn(form, "browser") || undefined,
    }),
  );
  const body = new URLSearchParams({ ...credentials, browser });
  return new Authenticator<SignIn>()
    .use(strategy, "form")
    .authenticate("form", new Request(request.url, { method: "POST", body }));
}

async function askHost(
  request: Request,
  credentials: Credentials,
): Promise<SignIn> {
  const context = publicContext(request);
  const outcome = await call(login, { body: credentials }, context);
  if (outcome.kind === "failure") return { failure: outcome };
  if (outcome.kind === "empty") return { failure: null };
  const { browser, ...answer } = outcome.answer;
  if ("challenge" in answer) {
    return apiHost
      ? { failure: FACTOR_ELSEWHERE }
      : { challenge: answer, browser };
  }
  const { username } = credentials;
  const record = await sessionOfTokens(answer, { ...context, username });
  return record ? { record, browser } : { failure: null };
}

/** A host that asks for a second factor: the portal has one with its own data server alone. */
const FACTOR_ELSEWHERE = {
  kind: "failure",
  status: 403,
  reason: "host",
  error:
    "Your account needs a second factor, and you cannot give one here. Ask the person who gave you your account.",
} as const;
