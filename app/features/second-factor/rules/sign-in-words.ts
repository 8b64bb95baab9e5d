/** Texts that the data server shares are in `factor-words.ts`. */
export const signInWords = {
  own: "Your login",
  back: "Back to your login",
  cancel: "Cancel",

  codeTitle: "Enter your code",
  codeSentence: "Open your authenticator app and type its code.",
  code: "Code",
  codeHint: "6 digits",
  noApp: "I cannot use my app",
  recoveryCode: "Recovery code",
  recoveryHint: "One of the 16-character codes you saved",
  noCodes:
    "If you have no recovery codes either, ask the person who gave you your account.",
  logIn: "Log in",
  startAgain: "Start again",
  codeMissing: "Enter the code",
  signingInAs: "Logging in as",

  requiredTitle: "Set up a second factor",
  requiredSentence:
    "Your account now needs a second factor: a code from an app on your phone.",
  setUpTitle: "Set up your second factor",
  renewTitle: "Renew your second factor",
  renewSentence:
    "The new key replaces the old one. The old key and recovery codes stop working.",
  stepApp: "Install an authenticator app on your phone, if you have none yet.",
  stepScan: "Scan this picture with the app, or type the key into it.",
  stepCode: "Type the code that the app shows.",
  picture: "QR code with the key for your authenticator app",
  key: "Key",
  keyHint: "Time-based, 6 digits, 30 seconds",
  password: "Your password",
  newCode: "Code from the new key",
  presentCode: "Code from your current app",
  presentCodeHint: "Or one of your recovery codes",
  passwordMissing: "Enter your password",
  setUp: "Set up",
  setUpAndLogIn: "Set up and log in",
  renew: "Renew",
  endsOthers: "You are then logged out in all other browsers.",

  recoveryTitle: "Recovery codes",
  recoverySentence:
    "Each of these codes lets you log in once, with your password, when you cannot use your app.",
  shownOnce:
    "They are shown for ten minutes, or until you confirm that you saved them. Print this page, or save them with your passwords.",
  goOn: "I have saved them",
  newCodesSentence:
    "New recovery codes replace the ones you have. Type a code from your app to get them.",
  makeCodes: "Make new codes",

  removeTitle: "Remove your second factor",
  removeSentence:
    "You then log in with only your username and password. Your recovery codes and passkeys are removed too.",
  remove: "Remove",
  removed:
    "Your second factor is removed. You are logged out in all other browsers.",
  noFactor: "You have no second factor.",

  factor: "Second factor",
  factorOff: "You log in with your username and password.",
  whatFor: "With a second factor, nobody can log in with your password alone.",
  factorOn: "You log in with your password and a code from your app.",
  factorKept: "Your password still has a second factor here.",
  since: "Set up on",
  newCodes: "New recovery codes",
  changePassword: "Change password",
  passwordHeading: "Password",

  sessions: "Where you are logged in",
  begun: "Logged in",
  lastUsed: "last used",
  thisOne: "This browser",
  endThis: "Log out there",
  ended: "That browser is logged out.",
  alreadyEnded: "That browser was logged out already.",
  notEnded: "It could not be logged out. Please try again.",

  byOrganisation: ", by organisation account",
  organisation: "Organisation account",
  linkedSince: "Your organisation account has been linked since",
  notByYou: "If you did not link it, tell an account manager.",
  ofOrganisation:
    "You logged in with your organisation account, which has its own second factor. The settings below are for your username and password only.",

  without:
    "You log in with your organisation account, which has its own second factor. You have no password here.",
  closed:
    "You logged in with your organisation account, which has its own second factor. Passwords here are only for emergency accounts.",

  signIns: "Recent logins",
  noSignIns: "None recorded.",
  unknownAddress: "an unknown address",
  unknownWay: "password",
} as const;
