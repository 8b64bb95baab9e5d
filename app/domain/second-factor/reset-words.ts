/** Texts of the dialog that resets the second factor of a user. */
export const resetWords = {
  reset: "Reset second factor",
  confirm:
    "This takes the user's second factor, recovery codes and passkeys away, and logs them out at once:",
  after:
    "Make sure that it is this person who asks. Until they set up another one, their password is enough.",
  wasReset: "The second factor is reset.",
  none: "This user has no second factor.",
} as const;
