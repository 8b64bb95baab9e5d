export const factorWords = {
  wrongCode:
    "This code is wrong or already used. Wait for the next code and type that one.",
  wrongRecoveryCode: "This recovery code is wrong or already used.",
  wrongFirstCode:
    "This code does not match the key. Check the time on your phone, and type the newest code.",
  noPresentCode: "Type a code from your current app, or a recovery code.",
  appCodeOnly:
    "New recovery codes need a code from your app, not a recovery code.",
  noCode:
    "This is not a code. App codes have 6 digits, recovery codes 16 characters.",
  isRequired:
    "Your access level needs a second factor. You can replace it with a new one.",
  ownFirst:
    "Set up your own second factor first. You would be logged out without one.",
  setUpIsOver: "This key has expired. Please scan the new one.",
  tookTooLong: "Your login took too long. Please log in again.",
  notHere:
    "Your account needs a second factor, and you cannot give one here. Ask the person who gave you your account.",
  resetOwn: "Change your own second factor under 'Your login'.",
} as const;

export const passkeyRefusals = {
  wrong: "This passkey could not be used. Try again, or type a code.",
  notMade: "This passkey could not be added. Please make another one.",
  isOver: "This took too long. Please make the passkey again.",
  isThere: "This passkey is already added.",
  tooMany: "You have ten passkeys. Remove one before you add another.",
} as const;
