/** Texts of the dialog that logs a user out everywhere. */
export const endSessionsWords = {
  submit: "Log out everywhere",
  confirm: "This logs the user out on every computer and phone:",
  again: "They can log in again.",
  password:
    "If someone else knows their password, set a new one. That also logs them out.",
  organisation:
    "The organisation's login may let them back in without asking. End their session there too.",
  done: "The user is logged out everywhere.",
  own: "End your own sessions under 'Your login'.",
} as const;
