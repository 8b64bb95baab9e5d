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
