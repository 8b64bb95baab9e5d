/** Texts of the pages between the organisation's login and the session, and of the dialog that links a user. */
export const linkPageWords = {
  notLoggedIn: "You are not logged in",
  withPassword: "Log in with your password",
  startAgain: "Start again",
  emergency: "Emergency login",
  toLogin: "Back to the login page",

  linkTitle: "Link your account",
  linkSentence:
    "Your organisation's login knows you, but it is not yet known here which user you are. Type the code that your account manager has made for you.",
  newOrKnown:
    "Your organisation's login lets you in here. If you have never logged in here before, go on without a code. If you have, type the code that your account manager has made for you. So you stay the same user.",
  asNew: "Go on without a code",
  whoseAccount:
    "You are linking the organisation account that this browser is logged in to there. If it is not yours, log in there first:",
  asYourself: "Log in there as yourself",
  code: "Code",
  codeHint: "16 letters and digits",
  codeMissing: "Enter the code",
  link: "Link and log in",
  whomToAskKnown:
    "You have logged in here before, and have no code? Ask your account manager: the person who gave you your username.",
  whomToAsk:
    "You have no code? Ask your account manager: the person who gave you your username. You do this once.",

  leftTitle: "You are logged out",
  leaveSentence: "Next you are logged out at your organisation's login too.",
  leave: "Log out there",
} as const;
