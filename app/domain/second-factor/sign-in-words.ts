/** Texts of the second step of a sign-in and of 'Your sign-in'; those that the data server says too are in `factor-words.ts`. */
export const signInWords = {
  own: "Your sign-in",
  back: "Back to your sign-in",
  cancel: "Cancel",

  codeTitle: "Enter your code",
  codeSentence: "Open your authenticator app and type the code that it shows.",
  code: "Code",
  codeHint: "6 digits",
  noApp: "I cannot use my app",
  recoveryCode: "Recovery code",
  recoveryHint: "One of the 16-character codes that you kept",
  noCodes:
    "If you have no recovery codes either, ask the person who gave you your account.",
  logIn: "Log in",
  startAgain: "Start again",
  codeMissing: "Enter the code",
  signingInAs: "Signing in as",

  requiredTitle: "Set up a second factor",
  requiredSentence:
    "From now on your account needs a second factor: a code from an app on your phone.",
  setUpTitle: "Set up your second factor",
  renewTitle: "Renew your second factor",
  renewSentence:
    "The new key takes the place of the old one. The old key and the old recovery codes are good for nothing any more.",
  stepApp: "Install an authenticator app on your phone, if you have none yet.",
  stepScan: "Scan this picture with the app, or type the key into it.",
  stepCode: "Type the code that the app shows.",
  picture: "QR code with the key for your authenticator app",
  key: "Key",
  keyHint: "Time-based, 6 digits, 30 seconds",
  password: "Your password",
  newCode: "Code of the new key",
  presentCode: "Code of your present app",
  presentCodeHint: "Or one of your recovery codes",
  passwordMissing: "Enter your password",
  setUp: "Set up",
  setUpAndLogIn: "Set up and log in",
  renew: "Renew",
  endsOthers: "You are logged out in all other browsers then.",

  recoveryTitle: "Recovery codes",
  recoverySentence:
    "Each of these codes lets you log in once, with your password, when you cannot use your app.",
  shownOnce:
    "They are shown for ten minutes, or until you say that you have kept them. Print this page, or keep them where you keep your passwords.",
  goOn: "I have kept them",
  newCodesSentence:
    "New recovery codes take the place of those that you have. Type a code of your app to get them.",
  makeCodes: "Make new codes",

  removeTitle: "Remove your second factor",
  removeSentence:
    "You then log in with your username and password alone. Your recovery codes and passkeys are gone too.",
  remove: "Remove",
  removed:
    "Your second factor is removed. You are logged out in all other browsers.",
  noFactor: "You have no second factor.",

  factor: "Second factor",
  factorOff: "You log in with your username and password.",
  whatFor: "With a second factor, nobody can log in with your password alone.",
  factorOn: "You log in with your password and a code from your app.",
  factorKept: "Your password has a second factor here all the same.",
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
    "You logged in with your organisation account, which has its own second factor. What follows is for your username and password alone.",

  without:
    "You log in with your organisation account, which has its own second factor. You have no password here.",
  closed:
    "You logged in with your organisation account, which has its own second factor. Passwords are for emergency accounts alone here.",

  signIns: "Recent logins",
  noSignIns: "The audit trail holds none.",
  unknownAddress: "an unknown address",
  unknownWay: "password",
} as const;
