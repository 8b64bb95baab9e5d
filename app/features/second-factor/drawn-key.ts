import type { drawKey } from "./drawn-key.server";

export type DrawnKey = ReturnType<typeof drawKey>;

export const FACTOR_FIELDS = {
  code: "code",
  recoveryCode: "recoveryCode",
  /** A code of the factor that is there, where another one takes its place or none. */
  presentCode: "presentCode",
  setUp: "setUp",
  passkeyName: "passkeyName",
  password: "currentPassword",
} as const;

export const PASSKEY_FIELDS = {
  attempt: "attempt",
  passkey: "passkey",
} as const;

export const KEPT = { name: "intent", value: "kept" } as const;

export const CHECKED_FIELDS = [
  FACTOR_FIELDS.passkeyName,
  FACTOR_FIELDS.code,
  FACTOR_FIELDS.recoveryCode,
  FACTOR_FIELDS.presentCode,
  FACTOR_FIELDS.password,
] as const;

type CheckedField = (typeof CHECKED_FIELDS)[number];

/** It never holds what was typed. */
export interface FactorRefusal {
  error?: string;
  drawn?: DrawnKey;
  fieldErrors: Partial<Record<CheckedField, string>>;
  /** Set if the passkey that was made is good for nothing. */
  isSpent?: true;
}
