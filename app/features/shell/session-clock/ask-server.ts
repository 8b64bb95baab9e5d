import { fetchWithin } from "~/ui/fetch-within";
import { paths } from "~/paths";

/** What the server says of the session; null where it could not be asked. */
export interface SessionAnswer {
  /** 0: it is over. */
  remainingMs: number;
  /** Of the session that the browser is in now; null where it is in none. */
  mark: string | null;
  /** The host did not give a new token. */
  error?: string;
}

/** After this long the clock goes on without an answer. */
const GIVE_UP_AFTER_MS = 10_000;

/** What is left of the session; asking does not prolong it. */
export function askRemaining(): Promise<SessionAnswer | null> {
  return ask({ method: "GET" });
}

/** Prolongs the session: somebody is there, or wants to stay. */
export function prolong(
  intent: "active" | "stay",
  csrfToken: string,
): Promise<SessionAnswer | null> {
  return ask({
    method: "POST",
    body: new URLSearchParams({ intent, csrf: csrfToken }),
  });
}

async function ask(init: RequestInit): Promise<SessionAnswer | null> {
  return fetchWithin(GIVE_UP_AFTER_MS, paths.session, init, async (response) =>
    answerIn(await response.json()),
  ).catch(() => null);
}

function answerIn(body: unknown): SessionAnswer | null {
  const { remainingMs, mark, error } = (body ?? {}) as Record<string, unknown>;
  if (typeof remainingMs !== "number") return null;
  return {
    remainingMs,
    mark: typeof mark === "string" ? mark : null,
    ...(typeof error === "string" && { error }),
  };
}
