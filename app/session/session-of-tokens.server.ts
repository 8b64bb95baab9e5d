import {
  getMe,
  logout,
  type SessionTokens,
  type TokenClaims,
} from "~/contract/auth";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { getFrailty } from "~/contract/frailty";
import { getPhysician } from "~/contract/physician";
import { levelParam } from "~/contract/wire";
import { call, type CallContext } from "~/data/call.server";
import { clientAddressOf, requestIdOf } from "~/data/request-context.server";
import { sessionOfToken } from "~/data/in-process.server";
import { apiHost } from "~/data/upstream.server";
import type { Viewer } from "~/domain/access/viewer";
import { newYorkDay } from "~/domain/calendar";
import { settings } from "~/env.server";
import { factorNotices } from "~/features/second-factor/rules/factor-notices";
import { newPlaceNotices } from "~/features/sign-in/rules/new-place";
import { emergencyNotices } from "~/features/sign-in/rules/organisation-account/emergency-notices";
import type { OrganisationSession } from "~server/organisation-sign-in/service";
import { claimsOf, tokenEndOf, viewerOf } from "./claims.server";
import type { SessionRecord } from "./session-record.server";

interface Asking {
  username: string;
  requestId: string;
  clientAddress: string | undefined;
  /** They have no password to change, or none that is good for anything. */
  isPasswordClosed?: boolean;
}

export function publicContext(request: Request) {
  return {
    token: null,
    requestId: requestIdOf(request),
    clientAddress: clientAddressOf(request),
  };
}

export async function sessionOfOrganisation(
  tokens: DeepReadonly<OrganisationSession>,
  asking: Omit<Asking, "username" | "isPasswordClosed">,
): Promise<SessionRecord | null> {
  const { username, leaveAt, isWithoutPassword } = tokens.organisation;
  const record = await sessionOfTokens(tokens, {
    ...asking,
    username,
    isPasswordClosed: isWithoutPassword || settings.OIDC_ONLY === "1",
  });
  return record && { ...record, organisation: { leaveAt, isWithoutPassword } };
}

/** Null if the user could not be loaded; the tokens are then ended. */
export async function sessionOfTokens(
  tokens: SessionTokens,
  { username, requestId, clientAddress, isPasswordClosed = false }: Asking,
): Promise<SessionRecord | null> {
  const { token, refresh_token, timeout, second_factor, last_sign_in } = tokens;
  const { emergency } = tokens;
  const claims = claimsOf(token);
  const described =
    claims && (await describe(claims, token, username, requestId));
  const sessionId = apiHost ? null : await sessionOfToken(token);
  if (!claims || !described || (!apiHost && sessionId === null)) {
    // Nobody will use this session of the API host.
    await call(logout, {}, { token, requestId, clientAddress });
    return null;
  }
  const viewer = viewerOf(claims);
  const access =
    sessionId === null
      ? {
          token,
          refreshToken: refresh_token,
          tokenEndsAt: tokenEndOf(claims, timeout),
        }
      : { sessionId };
  return {
    ...access,
    signedInAt: Date.now(),
    user: {
      id: claims.sub ?? described.user.username,
      viewer,
      ...described.user,
    },
    lastUpdated:
      described.lastUpdated ??
      (await timeOfData(viewer, { token, requestId, clientAddress })),
    notices: apiHost
      ? []
      : [
          ...(settings.OIDC_NAME === undefined
            ? []
            : emergencyNotices(emergency)),
          ...newPlaceNotices(last_sign_in, isPasswordClosed),
          ...factorNotices(second_factor),
        ],
  };
}

/** Physicians are described by their own record, others by the me call (R129). */
async function describe(
  { role, levels }: TokenClaims,
  token: string,
  username: string,
  requestId: string,
) {
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

const DEADLINE_MS = 1_000;

/** Null on failure. The first page shows it even if it reads no data, and some hosts do not send it with the user. */
async function timeOfData(
  { accessLevel, accessLevelIds, isnpOnly }: Viewer,
  context: Pick<CallContext, "token" | "requestId" | "clientAddress">,
): Promise<string | null> {
  const day = newYorkDay(new Date());
  const level = levelParam.catch("company").parse(accessLevel);
  const id = level === "company" ? 0 : (accessLevelIds[0] ?? 0);
  const outcome = await call(
    getFrailty,
    {
      params: { level, id, startDate: day, endDate: day },
      query: { isnp: isnpOnly },
    },
    { ...context, deadlineMs: DEADLINE_MS },
  );
  return outcome.kind === "data" ? (outcome.answer.lastUpdated ?? null) : null;
}
