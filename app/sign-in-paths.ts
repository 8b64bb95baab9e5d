/** Addresses about how users sign in. */
export const signInPaths = {
  /** The second step of a sign-in. */
  code: "/login/code",
  setUp: "/login/set-up",
  /** 'Your sign-in' of whoever is signed in, and what can be changed there. */
  own: "/sign-in-settings",
  factor: "/sign-in-settings/second-factor",
  recoveryCodes: "/sign-in-settings/recovery-codes",
  remove: "/sign-in-settings/remove",
} as const;
