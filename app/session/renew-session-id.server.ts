import { rememberUser } from "./return-cookie.server";
import {
  findSession,
  sessionCookieOf,
  sessionStore,
} from "./session-storage.server";

/**
 * Makes copies of the old cookie useless after a proof of identity. If the database cannot be written, the session
 * keeps its id, because the action itself is done.
 */
export async function renewSessionId(
  request: Request,
  answer: Response,
): Promise<Response> {
  const session = await findSession(request);
  const id = session && (await sessionStore.move(session.id).catch(asBefore));
  if (!session || !id) return answer;
  // Entries typed elsewhere in this browser keep the old id, so they are kept under it.
  const left = { sessionId: session.id, page: null };
  const userId = session.record.user.id;
  answer.headers.append("Set-Cookie", await sessionCookieOf(id));
  answer.headers.append(
    "Set-Cookie",
    await rememberUser(request, userId, left),
  );
  return answer;
}

function asBefore(error: unknown): null {
  if (error instanceof Response) return null;
  throw error;
}
