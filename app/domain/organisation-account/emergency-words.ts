/** Texts about emergency accounts that server and pages share. */
export const emergencyWords = {
  noPassword:
    "This user has no password. Give them one first, with which they log in in an emergency.",
  ownMark: "Another account manager does this for your own account.",
} as const;
