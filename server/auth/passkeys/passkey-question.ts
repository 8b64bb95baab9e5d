import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Secrets } from "~server/secrets";

type Seals = Pick<Secrets, "factorSeal">;

/** What a passkey is asked for: to be made, or to sign. */
type Purpose = "make" | "use";

/** As long as the key of a factor that is set up, and as the second step is open. */
const LASTS_MS = { make: 30 * 60_000, use: 5 * 60_000 } as const;
const CHALLENGE_BYTES = 32;

const shape = z.object({ challenge: z.string(), asked: z.number() });

/** What a passkey was asked, and when: milliseconds since 1970. */
export type Question = z.infer<typeof shape>;

/** A new question, for that user and purpose alone; nothing is stored until it is answered. */
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

/** The question that is answered; null for what is no question of ours, another user's, or one that is over. */
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
