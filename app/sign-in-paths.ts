export const signInPaths = {
  code: "/login/code",
  setUp: "/login/set-up",
  /** The login page with its form, where only emergency accounts log in with a password. */
  emergency: "/login?emergency",
  /** There; the same as somebody else or as a new user; and out. */
  organisation: "/oidc",
  organisationAgain: "/oidc/again",
  organisationNew: "/oidc/new",
  leaveOrganisation: "/oidc/leave",
  /** The page on which someone without a user enters a code. */
  linkAccount: "/oidc/link",
  own: "/sign-in-settings",
  factor: "/sign-in-settings/second-factor",
  recoveryCodes: "/sign-in-settings/recovery-codes",
  remove: "/sign-in-settings/remove",
  addPasskey: "/sign-in-settings/add-passkey",
  removePasskey: (id: string) =>
    `/sign-in-settings/remove-passkey?passkey=${encodeURIComponent(id)}`,
} as const;
