import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Secrets } from "~server/secrets";

type Seals = Pick<Secrets, "factorSeal">;

type Purpose = "make" | "use";

/** Same as for a set-up key and a sign-in challenge. */
const LASTS_MS = { make: 30 * 60_000, use: 5 * 60_000 } as const;
const CHALLENGE_BYTES = 32;

const shape = z.object({ challenge: z.string(), asked: z.number() });

/** The challenge and when it was issued, in milliseconds since 1970. */
export type Question = z.infer<typeof shape>;

/** A new question for this user and purpose. Nothing is stored until it is answered. */
export function newQuestion(
  userId: number,
  purpose: Purpose,
  now: Date,
  { factorSeal }: Seals,
): { attempt: string; challenge: string } {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const said: Question = { challenge, asked: now.getTime() };
  const place = placeOf(userId, purpose);
  return { attempt: factorSeal.close(JSON.stringify(said), place), challenge };
}

/** The question behind an answer; null if it is not ours, another user's, or expired. */
export function readQuestion(
  userId: number,
  purpose: Purpose,
  attempt: string,
  now: Date,
  { factorSeal }: Seals,
): Question | null {
  const text = factorSeal.open(attempt, placeOf(userId, purpose));
  if (text === null) return null;
  const said = shape.parse(JSON.parse(text));
  return now.getTime() < said.asked + LASTS_MS[purpose] ? said : null;
}

function placeOf(userId: number, purpose: Purpose): string {
  return `question to ${purpose} a passkey of user ${userId}`;
}
