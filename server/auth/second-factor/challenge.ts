import { createHash } from "node:crypto";
import { z } from "zod";
import type { SignInChallenge } from "~/contract/auth";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";

type Seals = Pick<Secrets, "factorSeal">;

/** How long somebody has for the second step: to read a code, or to put an app on a phone first, as its key lasts. */
const LASTS_MS = { code: 5 * 60_000, set_up: 30 * 60_000 } as const;

const CHALLENGE = "sign-in challenge";

const shape = z.object({
  userId: z.number().int(),
  wanted: z.enum(["code", "set_up"]),
  password: z.string(),
  until: z.number(),
});

export interface Challenged {
  userId: number;
  wanted: SignInChallenge["wanted"];
  /** Of the password that they proved: another one since ends the challenge. */
  password: string;
}

interface KnownPassword {
  id: number;
  password_hash: string;
}

/** A sealed text that says whose password was right; it is no token, and opens nothing but the second step. */
export function newChallenge(
  user: KnownPassword,
  wanted: SignInChallenge["wanted"],
  now: Date,
  { factorSeal }: Seals,
): SignInChallenge {
  const said: z.infer<typeof shape> = {
    userId: user.id,
    wanted,
    password: markOf(user.password_hash),
    until: now.getTime() + LASTS_MS[wanted],
  };
  const challenge = factorSeal.close(JSON.stringify(said), CHALLENGE);
  return { challenge, wanted };
}

/** Throws 401 for what is no challenge of ours, one for another step, or one that is over. */
export function readChallenge(
  challenge: string,
  wanted: SignInChallenge["wanted"],
  now: Date,
  { factorSeal }: Seals,
): Challenged {
  const text = factorSeal.open(challenge, CHALLENGE);
  const said = text === null ? null : shape.parse(JSON.parse(text));
  if (said?.wanted !== wanted || now.getTime() >= said.until) {
    throw challengeIsOver();
  }
  return said;
}

export function isStillProved(
  { password }: Challenged,
  user: KnownPassword,
): boolean {
  return password === markOf(user.password_hash);
}

export function challengeIsOver(): Refusal {
  return new Refusal(401, factorWords.tookTooLong);
}

/** The challenge is sealed, so this need only tell passwords apart. */
function markOf(passwordHash: string): string {
  return createHash("sha256").update(passwordHash).digest("base64url");
}
