export const factorWords = {
  wrongCode:
    "This code is wrong or already used. Wait for the next code and type that one.",
  wrongRecoveryCode: "This recovery code is wrong or already used.",
  noPresentCode: "Type a code from your current app, or a recovery code.",
  setUpIsOver: "This key has expired. Please scan the new one.",
  tookTooLong: "Your login took too long. Please log in again.",
} as const;

export const passkeyRefusals = {
  wrong: "This passkey could not be used. Try again, or type a code.",
  notMade: "This passkey could not be added. Please make another one.",
} as const;
