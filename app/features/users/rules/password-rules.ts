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

export const INITIAL_PASSWORD_DAYS = 7;

/** When an initial password set now expires. */
export function initialUntil(now: Date): string {
  const end = now.getTime() + INITIAL_PASSWORD_DAYS * 24 * 3_600_000;
  return new Date(end).toISOString();
}

export const initialPasswordWords = {
  hint: `The user changes this password at the first login, within ${INITIAL_PASSWORD_DAYS} days.`,
  change:
    "Somebody else gave you this password. Choose your own to open the portal.",
  over: "This first password has expired. Ask an account manager for a new one.",
  first: "Log in to the portal and choose your own password first.",
} as const;
