/** Names of the hidden fields that scripts fill with what an authenticator has answered. */
export const PASSKEY_FIELDS = {
  attempt: "attempt",
  passkey: "passkey",
} as const;
