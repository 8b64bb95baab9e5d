import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "~server/refusal";
import { Turnstile } from "./turnstile";

/** The enum of the library is ambient and cannot be used: 2 is argon2id. */
const ARGON2ID = 2;

const OPTIONS = {
  algorithm: ARGON2ID,
  memoryCost: 64 * 1024,
  timeCost: 3,
  parallelism: 1,
};

/** A hash of nobody's password, made with {@link OPTIONS}: checking it takes as long as checking a real one. */
const NOBODY =
  "$argon2id$v=19$m=65536,t=3,p=1$zqXTLiwjK5TAuj65WYtUNg$i4CmaGXLrc9V+DzQF+ZAzP7TxEK2vxKtcHRdqck30VI";

/** Each check holds 64 MiB; more than these at once would be a way to exhaust the machine. */
const checks = new Turnstile({ atOnce: 2, waiting: 20 });

/** The form in which a password is stored: argon2id, 64 MiB, three passes. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/**
 * True when the password is the one stored. Null as the stored one (no such user) takes the same time and is
 * false. Throws a 503 refusal when too many checks wait already.
 */
export async function isPasswordOf(
  stored: string | null,
  password: string,
): Promise<boolean> {
  const leave = await checks.enter();
  if (!leave) {
    throw new Refusal(503, "The server is busy. Please try again.", {
      "retry-after": "2",
    });
  }
  try {
    const matches = await verify(stored ?? NOBODY, password);
    return matches && stored !== null;
  } finally {
    leave();
  }
}
