/** Texts of second factors that server and pages share. */
export const factorWords = {
  wrongCode:
    "This code is wrong, or it was used already. Wait for the next code and type that one.",
  noCode:
    "This is no code. A code of the app has 6 digits, a recovery code 16 characters.",
  isRequired:
    "Your access level needs a second factor. You can set up another one in its place.",
  ownFirst:
    "Set up your own second factor first. You would be signed out without one.",
  resetOwn: "Change your own second factor at 'Your sign-in'.",
} as const;
