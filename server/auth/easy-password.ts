import { dictionary } from "@zxcvbn-ts/language-common";
import { usernameKey } from "~/features/users/rules/username-key";
import { userWords } from "~/features/users/rules/words";

/** So many of the package's list, which has those that are used most first. */
const MOST_USED = 10_000;

/** A shorter username stands in many passwords by chance. */
const SHORTEST_USERNAME = 3;

const mostUsed = new Set(dictionary["passwords-common"].slice(0, MOST_USED));

/**
 * Why a password is too easy to guess (R352), whatever the case of its letters; null where it is not. Its length and
 * the demo's password are judged elsewhere (`passwordProblem`).
 */
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
