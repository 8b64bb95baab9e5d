import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { login, type SignInChallenge } from "~/contract/auth";
import { call, type CallFailure } from "~/data/call.server";
import { apiHost } from "~/data/upstream.server";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import {
  CLIENT_ADDRESS_HEADER,
  clientAddressOf,
  REQUEST_ID_HEADER,
  requestIdOf,
} from "~/data/request-context.server";
import type { SessionRecord } from "./session-record.server";
import { sessionOfTokens } from "./session-of-tokens.server";

/** Sign-in failed; `failure` is the login call's, and null where handling its success failed (R130). */
export class SignInRefused extends Error {
  constructor(readonly failure: CallFailure | null) {
    super("sign-in refused");
    this.name = "SignInRefused";
  }
}

/** A host that asks for a second factor: the portal has one with its own data server alone. */
const FACTOR_ELSEWHERE = {
  kind: "failure",
  status: 403,
  reason: "host",
  error: factorWords.notHere,
} as const;

/** The password is right, and the data server in this process asks for more before a session begins. */
export class SecondStepWanted extends Error {
  constructor(
    readonly challenge: SignInChallenge,
    readonly username: string,
    /** What the browser keeps of it, where the host says so. */
    readonly browser: string | undefined,
  ) {
    super("second step wanted");
    this.name = "SecondStepWanted";
  }
}

interface Credentials {
  username: string;
  password: string;
  /** What the browser has kept of its earlier logins. */
  browser?: string | undefined;
}

interface SignedIn {
  record: SessionRecord;
  /** What the browser keeps of it, where the host says so. */
  browser: string | undefined;
}

const authenticator = new Authenticator<SignedIn>().use(
  new FormStrategy<SignedIn>(async ({ form, request }) =>
    signIn(
      {
        username: textOf(form.get("username")),
        password: textOf(form.get("password")),
        browser: textOf(form.get("browser")) || undefined,
      },
      request,
    ),
  ),
  "form",
);

/**
 * Signs a user in; throws {@link SignInRefused}, or {@link SecondStepWanted}. The request's own body was read by the guard, so the strategy
 * gets the checked fields in a request of the same id and address.
 */
export async function authenticate(
  request: Request,
  { browser, ...credentials }: Credentials,
): Promise<SignedIn> {
  const address = clientAddressOf(request);
  return authenticator.authenticate(
    "form",
    new Request(request.url, {
      method: "POST",
      headers: {
        [REQUEST_ID_HEADER]: requestIdOf(request),
        ...(address ? { [CLIENT_ADDRESS_HEADER]: address } : {}),
      },
      body: new URLSearchParams({
        ...credentials,
        ...(browser !== undefined && { browser }),
      }),
    }),
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}

async function signIn(
  credentials: Credentials,
  request: Request,
): Promise<SignedIn> {
  const requestId = requestIdOf(request);
  const clientAddress = clientAddressOf(request);
  const outcome = await call(
    login,
    { body: credentials },
    { token: null, requestId, clientAddress },
  );
  if (outcome.kind === "failure") throw new SignInRefused(outcome);
  if (outcome.kind === "empty") throw new SignInRefused(null);

  const { browser, ...answer } = outcome.answer;
  if ("challenge" in answer) {
    if (apiHost) throw new SignInRefused(FACTOR_ELSEWHERE);
    throw new SecondStepWanted(answer, credentials.username, browser);
  }
  const { username } = credentials;
  const asking = { username, requestId, clientAddress };
  const record = await sessionOfTokens(answer, asking);
  if (!record) throw new SignInRefused(null);
  return { record, browser };
}
