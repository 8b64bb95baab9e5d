/** The texts of the stay-logged-in dialog (R137, R138), and their own. */
export const sessionMessages = {
  stayQuestion: "Do you want to stay logged in?",
  stayExplanation:
    "Your session has been inactive for a while. For security, we'll automatically log you out in about a minute.",
  stay: "Stay logged in",
  refreshError: "Refresh token error",
  longest: "You can stay logged in for 12 hours at most. Please log in again.",
  /** `fields` are the names of those that were typed into, where they are known. */
  unsentIsBack: (fields: readonly string[]): string => {
    const named = fields.length > 0 ? `: ${fields.join(", ")}` : "";
    return `We put back what you had typed before you were logged out${named}. It has not been sent.`;
  },
  unsentOfBeforeIsBack:
    "We put back what you had typed in a session before this one. It has not been sent.",
  /** Where nothing is put back: there was no field, or only codes and passwords. */
  notSent:
    "Nothing was changed: your form came from a session that was over. Please try again.",
  unsavedIsBack:
    "We put back what you had typed. It was not saved because of a system error.",
} as const;
