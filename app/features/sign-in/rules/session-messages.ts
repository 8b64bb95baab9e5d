export const sessionMessages = {
  stayQuestion: "Do you want to stay logged in?",
  stayExplanation:
    "Your session has been inactive for a while. For security, we'll automatically log you out in about a minute.",
  stay: "Stay logged in",
  refreshError: "Refresh token error",
  longest: "You can stay logged in for 12 hours at most. Please log in again.",
  unsentIsBack: "We put back what you had typed. It has not been saved.",
  /** If nothing can be restored: the form had no fields, or only codes and passwords. */
  notSent:
    "Nothing was changed: your form could not be sent. Please try again.",
} as const;
