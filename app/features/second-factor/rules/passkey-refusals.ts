/** Texts about passkeys that the data server says. */
export const passkeyRefusals = {
  wrong: "This passkey could not be used. Try again, or type a code.",
  notMade: "This passkey could not be added. Please make another one.",
  isOver: "This took too long. Please make the passkey again.",
  isThere: "This passkey is already added.",
  tooMany: "You have ten passkeys. Remove one before you add another.",
} as const;
