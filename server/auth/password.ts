import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "~server/refusal";
import { networkOf } from "~/runtime/network-of.server";
import { Semaphore } from "~/runtime/semaphore.server";

/** The enum of the library is ambient and cannot be used: 2 is argon2id. */
const ARGON2ID = 2;

const OPTIONS = {
  algorithm: ARGON2ID,
  memoryCost: 64 * 1024,
  timeCost: 3,
  parallelism: 1,
};

/** A hash of nobody's password, made with {@link OPTIONS}: checking it takes as long as checking a real one. */
export const NOBODY_HASH =
  "$argon2id$v=19$m=65536,t=3,p=1$zqXTLiwjK5TAuj65WYtUNg$i4CmaGXLrc9V+DzQF+ZAzP7TxEK2vxKtcHRdqck30VI";

/** Stored for a user who has no password: none is right. */
export const NO_PASSWORD = "!";

/**
 * Each check, and each hash made, holds 64 MiB; more than these at once would be a way to exhaust the machine. The portal
 * gives a call up after five seconds: who has waited for four is told to come again, or a crowd on a slow machine would
 * keep it at passwords that nobody waits for any more, and nobody would get in.
 */
export const PASSWORDS_AT_ONCE = 2;
const turns = new Semaphore<string>({ atOnce: PASSWORDS_AT_ONCE, queue: 20 });
const WAIT_MS = 4_000;

export interface PasswordAsker {
  userKey: string;
  address: string | null;
}

function keysOf({ userKey, address }: PasswordAsker): string[] {
  const user = `user ${userKey}`;
  return address === null ? [user] : [user, `address ${networkOf(address)}`];
}

export interface PasswordTurn {
  /** True when the password is the one stored. Null (no such user) takes the same time and is false. */
  matches(stored: string | null, password: string): Promise<boolean>;
  /** The form in which a password is stored: argon2id, 64 MiB, three passes. */
  hash(password: string): Promise<string>;
}

const turn: PasswordTurn = {
  async matches(stored, password) {
    const isNobody = stored === null || stored === NO_PASSWORD;
    for (const spelling of spellingsOf(password)) {
      const matches = await verify(isNobody ? NOBODY_HASH : stored, spelling);
      if (matches && !isNobody) return true;
    }
    return false;
  },
  hash: (password) => hash(password.normalize("NFC"), OPTIONS),
};

/**
 * The composed form, in which passwords are stored, then the forms in which older versions stored what a keyboard sent. One for
 * a password without accents.
 */
function spellingsOf(password: string): Set<string> {
  return new Set([
    password.normalize("NFC"),
    password,
    password.normalize("NFD"),
  ]);
}

/**
 * Waits for a turn and does the work in it; it must not ask for another turn. Throws a 503 refusal when too many wait
 * already, or after seconds in vain. A command that works at no more than
 * {@link PASSWORDS_AT_ONCE} never waits.
 *
 * @param asker who wait for many turns already let others go first, and lose their place to them in a full queue
 */
export async function inPasswordTurn<Result>(
  work: (turn: PasswordTurn) => Promise<Result>,
  asker: PasswordAsker | null = null,
): Promise<Result> {
  const keys = asker === null ? [] : keysOf(asker);
  const release = await turns.acquire(AbortSignal.timeout(WAIT_MS), ...keys);
  if (!release) {
    throw new Refusal(503, "The server is busy. Please try again.", {
      headers: { "retry-after": "2" },
    });
  }
  try {
    return await work(turn);
  } finally {
    release();
  }
}

export function hashPassword(
  password: string,
  asker?: PasswordAsker,
): Promise<string> {
  return inPasswordTurn(({ hash }) => hash(password), asker);
}

export function isPasswordOf(
  stored: string | null,
  password: string,
): Promise<boolean> {
  return inPasswordTurn(({ matches }) => matches(stored, password));
}
