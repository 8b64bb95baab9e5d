import { dictionary } from "@zxcvbn-ts/language-common";
import { usernameKey } from "~/features/users/rules/name-rules";
import { userWords } from "~/features/users/rules/words";

/** The package's list starts with the most common ones. */
const MOST_USED = 10_000;

/** A shorter username appears in many passwords by chance. */
const SHORTEST_USERNAME = 3;

const mostUsed = new Set(dictionary["passwords-common"].slice(0, MOST_USED));

/** Ignores case; null if hard enough (R352). `passwordProblem` checks its length and the demo's password. */
export function easyPasswordProblem(
  password: string,
  username: string,
): string | null {
  const key = usernameKey(password);
  if (mostUsed.has(key)) return userWords.passwordMostUsed;
  const name = usernameKey(username);
  return name.length >= SHORTEST_USERNAME && key.includes(name)
    ? userWords.passwordHoldsUsername
    : null;
}
