/** Texts about emergency accounts that server and pages share. */
export const emergencyWords = {
  noPassword:
    "This user has no password. Set one first, for logging in during an emergency.",
  ownMark: "Another account manager does this for your own account.",
} as const;
