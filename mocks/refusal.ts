/** Thrown by a mock handler; answered as `{error}` with the status, like the data server's. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly words: string,
  ) {
    super(words);
    this.name = "Refusal";
  }
}

export function signedOut(): Refusal {
  return new Refusal(401, "You are not signed in, or your session has ended.");
}

export function forbidden(): Refusal {
  return new Refusal(403, "You do not have access to this.");
}

export function notFound(): Refusal {
  return new Refusal(404, "This was not found.");
}
