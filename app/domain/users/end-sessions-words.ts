/** Texts of the dialog that logs a user out everywhere. */
export const endSessionsWords = {
  submit: "Log out everywhere",
  confirm: "This logs the user out at once, on every computer and phone:",
  again: "They can log in again.",
  password:
    "Does somebody else know their password? Then give them another one: that logs them out as well.",
  organisation:
    "On the same computer the organisation's login may let them in without a question. End their session there too.",
  done: "The user is logged out everywhere.",
  own: "You end your own sessions at 'Your sign-in'.",
} as const;
