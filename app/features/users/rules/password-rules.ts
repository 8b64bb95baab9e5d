import { userWords } from "./words";

/** The password of the demo accounts, which is public (R231). */
export const DEMO_PASSWORD = "Demo-2026!";

/** Characters (R217). */
export const PASSWORD_LENGTH = { min: 6, max: 1_000 } as const;

/** Null if the password may be set (R216). `allowsDemo`: this installation is a demo. */
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
