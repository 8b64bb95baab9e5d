import { userWords } from "./words";

/** Password of the demo accounts; it is public (R231). */
export const DEMO_PASSWORD = "Demo-2026!";

/** Shortest and longest password, characters (R217). */
export const PASSWORD_LENGTH = { min: 6, max: 1_000 } as const;

/**
 * What is wrong with a password that is to be set (R216); null where nothing is.
 * `allowsDemo`: the password of the demo accounts may be set, because they are what this installation is for.
 */
export function passwordProblem(
  password: string,
  { allowsDemo }: { allowsDemo: boolean },
): string | null {
  if (password === "") return userWords.missing.password;
  if (password.length < PASSWORD_LENGTH.min) return userWords.passwordTooShort;
  if (password.length > PASSWORD_LENGTH.max) return userWords.passwordTooLong;
  return !allowsDemo && password === DEMO_PASSWORD
    ? userWords.passwordOfDemo
    : null;
}
