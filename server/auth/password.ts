import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "~server/refusal";
import { networkOf } from "~/runtime/network-of.server";
import { Semaphore } from "~/runtime/semaphore.server";

/** The library's ambient enum cannot be imported: 2 is argon2id. */
const ARGON2ID = 2;

const OPTIONS = {
  algorithm: ARGON2ID,
  memoryCost: 64 * 1024,
  timeCost: 3,
  parallelism: 1,
};

/** A hash that matches no password, made with {@link OPTIONS}: checking it takes as long as a real one. */
export const NOBODY_HASH =
  "$argon2id$v=19$m=65536,t=3,p=1$zqXTLiwjK5TAuj65WYtUNg$i4CmaGXLrc9V+DzQF+ZAzP7TxEK2vxKtcHRdqck30VI";

/** Stored for a user without a password: none matches. */
export const NO_PASSWORD = "!";

/** Each check takes 64 MiB. The portal aborts after five seconds: refuse after four, or lost checks keep it busy. */
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

const turn = {
  /** True if the password matches. Null (no such user) takes the same time and returns false. */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const isNobody = stored === null || stored === NO_PASSWORD;
    for (const spelling of spellingsOf(password)) {
      const matches = await verify(isNobody ? NOBODY_HASH : stored, spelling);
      if (matches && !isNobody) return true;
    }
    return false;
  },
  /** Hashes with argon2id: 64 MiB, three passes. */
  hash: (password: string) => hash(password.normalize("NFC"), OPTIONS),
};
export type PasswordTurn = typeof turn;

/** The composed form comes first, then older versions' forms; a password without accents has one form. */
function spellingsOf(password: string): Set<string> {
  return new Set([
    password.normalize("NFC"),
    password,
    password.normalize("NFD"),
  ]);
}

/** `work` must not ask for another turn. Throws 503 for a long queue or wait; an `asker` with many turns goes last. */
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
