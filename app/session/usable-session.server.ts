import { LRUCache } from "lru-cache";
import {
  failureOf,
  refusedBy,
  type CallContext,
  type CallFailure,
} from "~/data/call.server";
import {
  openInProcess,
  sessionOfToken,
  type OwnSession,
} from "~/data/in-process.server";
import { requestIdOf } from "~/data/request-context.server";
import { apiHost } from "~/data/upstream.server";
import { withLastingToken } from "./renew-token.server";
import type { SessionRecord } from "./session-record.server";
import { sessionStore, type LiveSession } from "./session-storage.server";

const DEADLINE_MS = 5_000;

export interface UsableSession extends LiveSession {
  /** The session as the data server in this process knows it; null with an API host or if it could not be asked. */
  own: OwnSession | null;
  /** Why it could not be judged: every call of the request fails so. */
  trouble: CallFailure | null;
}

/** Null where the session is over at the data server, or the API host does not renew its token. */
export async function usableSession(
  session: LiveSession,
  request: Request,
): Promise<UsableSession | null> {
  if (apiHost) {
    const lasting = await withLastingToken(session, requestIdOf(request));
    return lasting && { ...lasting, own: null, trouble: null };
  }
  const verdict = await judgedOnce(session, request);
  if (verdict === null) return null;
  if ("kind" in verdict) return { ...session, own: null, trouble: verdict };
  return { ...session, own: verdict, trouble: null };
}

export function credentialsOf(
  record: SessionRecord,
  own?: OwnSession | null,
): Pick<CallContext, "token" | "own"> {
  if (own) return { token: null, own };
  return "token" in record
    ? { token: record.token }
    : { token: null, own: { sessionId: record.sessionId } };
}

/** Keyed by HTTP request, session and method: loaders that run after an action check again. */
const judged = new LRUCache<string, Promise<OwnSession | CallFailure | null>>({
  max: 1_000,
  ttl: 60_000,
});

/** Remix gives each loader of a page a request of its own, and they have the same id. */
async function judgedOnce(
  session: LiveSession,
  request: Request,
): Promise<OwnSession | CallFailure | null> {
  const requestId = requestIdOf(request);
  const key = `${requestId} ${request.method} ${session.id}`;
  const known = judged.get(key);
  if (known) return known;
  const verdict = judge(session, requestId);
  judged.set(key, verdict);
  return verdict;
}

async function judge(
  session: LiveSession,
  requestId: string,
): Promise<OwnSession | CallFailure | null> {
  try {
    const sessionId = await sessionIdOf(session);
    if (sessionId === null) return null;
    const opened = await openInProcess(sessionId, {
      requestId,
      deadlineMs: DEADLINE_MS,
    });
    if (!("refusal" in opened)) return opened;
    return opened.refusal.status === 401 ? null : refusedBy(opened.refusal);
  } catch (error) {
    return failureOf(error);
  }
}

/** A record from before sessions were kept by their ids takes it from its own token, once. */
async function sessionIdOf({
  id,
  record,
}: LiveSession): Promise<string | null> {
  if ("sessionId" in record) return record.sessionId;
  const sessionId = await sessionOfToken(record.token);
  if (sessionId === null) return null;
  await sessionStore.updateIfPossible(id, (newest) => {
    if ("sessionId" in newest) return null;
    const { token: _, refreshToken: __, tokenEndsAt: ___, ...kept } = newest;
    return { ...kept, sessionId };
  });
  return sessionId;
}
