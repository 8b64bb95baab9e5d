/** Texts of second factors that server and pages share. */
export const factorWords = {
  wrongCode:
    "This code is wrong, or it was used already. Wait for the next code and type that one.",
  wrongRecoveryCode: "This recovery code is wrong, or it was used already.",
  wrongFirstCode:
    "This code does not fit the key. See that the time on your phone is right, and type the newest code.",
  noPresentCode:
    "Type a code of the app that you have now, or a recovery code.",
  appCodeOnly:
    "New recovery codes need a code of your app. A recovery code does not make others.",
  noCode:
    "This is not a code. A code of the app has 6 digits, a recovery code 16 characters.",
  isRequired:
    "Your access level needs a second factor. You can set up another one in its place.",
  ownFirst:
    "Set up your own second factor first. You would be logged out without one.",
  setUpIsOver: "This key is out of date. Please scan the new one.",
  tookTooLong: "Your sign-in took too long. Please sign in again.",
  notHere:
    "Your account needs a second factor, and you cannot give one here. Ask the person who gave you your account.",
  resetOwn: "Change your own second factor at 'Your sign-in'.",
} as const;
