export const resetWords = {
  reset: "Reset second factor",
  confirm:
    "This removes the user's second factor, recovery codes and passkeys, and logs them out:",
  after:
    "Make sure this person is asking. Until they set up a new one, their password is enough.",
  wasReset: "Second factor reset.",
  none: "This user has no second factor.",
} as const;
