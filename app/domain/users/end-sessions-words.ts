/** Texts of the dialog that logs a user out everywhere. */
export const endSessionsWords = {
  submit: "Log out everywhere",
  confirm: "This logs the user out at once, on every computer and phone:",
  after:
    "They can log in again. Does somebody else know their password? Then give them another one: that logs them out as well.",
  done: "The user is logged out everywhere.",
  own: "You end your own sessions at 'Your sign-in'.",
} as const;
