import { createHash } from "node:crypto";
import { z } from "zod";
import type { SignInChallenge } from "~/contract/auth";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";

type Seals = Pick<Secrets, "factorSeal">;

/** Time for the second step: to read a code, or to set up an app first, as long as its key lasts. */
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
  /** Digest of the password hash: a password change ends the challenge. */
  password: string;
}

interface PasswordOwner {
  id: number;
  password_hash: string;
}

/** A sealed proof that the password was right. It is not a token and only opens the second step. */
export function newChallenge(
  user: PasswordOwner,
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

/** Throws 401 if the challenge is not ours, for another step, or expired. */
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
  user: PasswordOwner,
): boolean {
  return password === markOf(user.password_hash);
}

export function challengeIsOver(): Refusal {
  return new Refusal(401, factorWords.tookTooLong);
}

/** A plain digest is enough: the challenge is sealed. */
function markOf(passwordHash: string): string {
  return createHash("sha256").update(passwordHash).digest("base64url");
}
