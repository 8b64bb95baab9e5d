import {
  findSession,
  sessionStore,
  sessionMarkOf,
} from "./session-storage.server";

/** What is left of a session in milliseconds, and which one it is; null where the browser is in none. */
export interface Remaining {
  remainingMs: number;
  mark: string | null;
}

/** 0 without a session. Does not count as using it, so that a page's clock keeps nothing alive. */
export async function remainingOf(request: Request): Promise<Remaining> {
  const session = await findSession(request);
  return session ? remainingOfSession(session.id) : NOTHING;
}

export async function remainingOfSession(id: string): Promise<Remaining> {
  const remainingMs = await sessionStore.remainingMs(id);
  return remainingMs > 0 ? { remainingMs, mark: sessionMarkOf(id) } : NOTHING;
}

const NOTHING: Remaining = { remainingMs: 0, mark: null };
