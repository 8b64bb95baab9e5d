import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { getMe, login, logout, type TokenClaims } from "~/contract/auth";
import { getPhysician } from "~/contract/physician";
import { call, type CallFailure } from "~/data/call.server";
import {
  CLIENT_ADDRESS_HEADER,
  clientAddressOf,
  REQUEST_ID_HEADER,
  requestIdOf,
} from "~/data/request-context.server";
import { claimsOf, tokenEndOf, viewerOf } from "./claims.server";
import type { SessionRecord, SessionUser } from "./session-record.server";
import { timeOfData } from "./time-of-data.server";

/** Sign-in failed; `failure` is the login call's, and null where handling its success failed (R130). */
export class SignInRefused extends Error {
  constructor(readonly failure: CallFailure | null) {
    super("sign-in refused");
    this.name = "SignInRefused";
  }
}

interface Described {
  user: Pick<SessionUser, "name" | "username" | "multiFacility">;
  /** When the data were last imported, where the host says it here. */
  lastUpdated: string | null;
}

interface Credentials {
  username: string;
  password: string;
}

const authenticator = new Authenticator<SessionRecord>().use(
  new FormStrategy<SessionRecord>(async ({ form, request }) =>
    signIn(
      {
        username: textOf(form.get("username")),
        password: textOf(form.get("password")),
      },
      request,
    ),
  ),
  "form",
);

/**
 * Signs a user in; throws {@link SignInRefused}. The request's own body was read by the guard, so the strategy
 * gets the checked fields in a request of the same id and address.
 */
export async function authenticate(
  request: Request,
  credentials: Credentials,
): Promise<SessionRecord> {
  const address = clientAddressOf(request);
  return authenticator.authenticate(
    "form",
    new Request(request.url, {
      method: "POST",
      headers: {
        [REQUEST_ID_HEADER]: requestIdOf(request),
        ...(address ? { [CLIENT_ADDRESS_HEADER]: address } : {}),
      },
      body: new URLSearchParams({ ...credentials }),
    }),
  );
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}

async function signIn(
  credentials: Credentials,
  request: Request,
): Promise<SessionRecord> {
  const requestId = requestIdOf(request);
  const clientAddress = clientAddressOf(request);
  const outcome = await call(
    login,
    { body: credentials },
    { token: null, requestId, clientAddress },
  );
  if (outcome.kind === "failure") throw new SignInRefused(outcome);
  if (outcome.kind === "empty") throw new SignInRefused(null);

  const { token, refresh_token, timeout } = outcome.answer;
  const claims = claimsOf(token);
  const described =
    claims && (await describe(claims, token, credentials.username, requestId));
  if (!claims || !described) {
    // Nobody will use this session of the API host.
    await call(logout, {}, { token, requestId, clientAddress });
    throw new SignInRefused(null);
  }
  const viewer = viewerOf(claims);
  return {
    token,
    refreshToken: refresh_token,
    tokenEndsAt: tokenEndOf(claims, timeout),
    signedInAt: Date.now(),
    user: {
      id: claims.sub ?? described.user.username,
      viewer,
      ...described.user,
    },
    lastUpdated:
      described.lastUpdated ??
      (await timeOfData(viewer, { token, requestId, clientAddress })),
    notices: [],
  };
}

/** Physicians are described by their own record, others by the me call (R129). */
async function describe(
  { role, levels }: TokenClaims,
  token: string,
  username: string,
  requestId: string,
): Promise<Described | null> {
  const [npi] = levels;
  if (npi === undefined) return null;
  const context = { token, requestId };
  if (role !== "physician") {
    const outcome = await call(getMe, {}, context);
    if (outcome.kind !== "data") return null;
    const { data, lastUpdated = null } = outcome.answer;
    const { name, username: ownUsername } = data;
    return {
      user: { name, username: ownUsername, multiFacility: levels.length > 1 },
      lastUpdated,
    };
  }
  const outcome = await call(getPhysician, { params: { npi } }, context);
  if (outcome.kind !== "data") return null;
  const { data, lastUpdated = null } = outcome.answer;
  const { first_name, last_name, facilities } = data;
  const name = [first_name, last_name].filter(Boolean).join(" ");
  return {
    user: {
      name: name || username,
      username,
      multiFacility: facilities.length > 1,
    },
    lastUpdated,
  };
}
