/** Statuses with which a call is refused. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 429 | 503;

/** Thrown anywhere below a handler; answered as `{error}` with the status. */
export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    /** Shown to the user by the portal: whole words, no ids. */
    readonly words: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(words);
    this.name = "Refusal";
  }
}

/** The viewer may not see what was asked for. */
export function forbidden(): Refusal {
  return new Refusal(403, "You do not have access to this.");
}

/** What was asked for does not exist, and the viewer could have seen it. */
export function notFound(): Refusal {
  return new Refusal(404, "This was not found.");
}

/** Nobody is signed in by that token, or no more. */
export function signedOut(): Refusal {
  return new Refusal(401, "You are not signed in, or your session has ended.");
}
