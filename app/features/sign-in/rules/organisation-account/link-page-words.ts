export const linkPageWords = {
  notLoggedIn: "You are not logged in",
  withPassword: "Log in with your password",
  startAgain: "Start again",
  emergency: "Emergency login",
  toLogin: "Back to the login page",

  linkTitle: "Link your account",
  linkSentence:
    "Your organisation's login worked, but it is not linked to a user here yet. Type the code from your account manager.",
  newOrKnown:
    "Your organisation's login gives you access. If this is your first login here, continue without a code. If not, type the code from your account manager to keep your user.",
  asNew: "Continue without a code",
  whoseAccount:
    "You are linking the organisation account that this browser is logged in to. If it is not yours, log in there first:",
  asYourself: "Log in there as yourself",
  code: "Code",
  codeHint: "16 letters and digits",
  codeMissing: "Enter the code",
  link: "Link and log in",
  whomToAskKnown:
    "Logged in here before, but have no code? Ask your account manager, who gave you your username.",
  whomToAsk:
    "No code? Ask your account manager, who gave you your username. You do this once.",

  leftTitle: "You are logged out",
  leaveSentence: "Next, you are logged out at your organisation's login too.",
  leave: "Log out there",
} as const;
