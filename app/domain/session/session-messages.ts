/** The texts of the stay-logged-in dialog, as the specification quotes them (shell spec §4 and §8), and their own. */
export const sessionMessages = {
  stayQuestion: "Do you want to stay logged in?",
  stayExplanation:
    "Your session has been inactive for a while. For security, we'll automatically log you out in about a minute.",
  stay: "Stay logged in",
  refreshError: "Refresh token error",
  longest:
    "A session lasts 12 hours at most, so this one cannot go on. Please log in again.",
  /** `fields` are the names of those that were typed into, where they are known. */
  unsentIsBack: (fields: readonly string[]): string =>
    fields.length > 0
      ? `We put back what you had typed before you were logged out: ${fields.join(", ")}.`
      : "What you had typed before you were logged out is back.",
  notSent: "It has not been sent.",
  unsavedIsBack:
    "What you had typed is back. It could not be saved because of a system error.",
} as const;
