/** The data server's texts are in `factor-words.ts`. */
export const passkeyWords = {
  heading: "Passkeys",
  what: "A passkey is stored on your phone, computer or security key. You can use one instead of a code.",
  added: "Added on",
  lastUsed: "last used",
  neverUsed: "not used yet",
  add: "Add a passkey",
  remove: "Remove",

  addTitle: "Add a passkey",
  addSentence:
    "Your phone, computer or security key makes the passkey. Then you confirm that it is you.",
  needsScripts:
    "Adding a passkey needs scripts, which do not run in this browser. A code from your app needs none.",
  notInBrowser: "This browser does not support passkeys.",
  notAtAddress: "Passkeys are not available at this address.",
  onlyAt: "Passkeys work only where the address starts with",
  make: "Make a passkey",
  notMade: "No passkey was made. Please try again.",
  madeSentence: "Your passkey is made. Confirm that it is you, to add it.",
  name: "Name of the passkey",
  nameMissing: "Enter a name for the passkey",
  nameTooLong: "A name has at most 60 characters",
  addedNotice:
    "Your passkey is added. You are logged out in all other browsers.",

  removeTitle: "Remove a passkey",
  removeSentence:
    "is then good for nothing here. Delete it where it is kept too.",
  removedNotice:
    "Your passkey is removed. You are logged out in all other browsers.",
  isGone: "This passkey was already removed.",

  or: "Or without a code:",
  use: "Use a passkey",
  notUsed: "No passkey was used. Try again, or type a code.",
} as const;

export const PASSKEY_NAME_MAX = 60;

/** The name until the owner chooses another. */
export function usualPasskeyName(usDay: string): string {
  return `Passkey of ${usDay}`;
}
