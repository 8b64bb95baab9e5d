import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { Seal } from "~/runtime/seal.server";
import { sessionSecret } from "~/runtime/session-secret.server";

/** One key per purpose, from the session secret. The portal derives its cookie key from it too. */
export interface Secrets {
  tokenKey: KeyObject;
  refreshKey: KeyObject;
  /** Makes the digests that failed sign-ins are counted under. */
  signInKey: KeyObject;
  recoveryKey: KeyObject;
  /** Makes the digests of codes that link an organisation account. */
  linkCodeKey: KeyObject;
  /** Seals the state of a sign-in with an organisation account. */
  organisationSeal: Seal;
  /** Seals the list of users who have signed in with a browser. */
  browserSeal: Seal;
  factorSeal: Seal;
}

const KEY_BYTES = 32;

export function openSecrets(
  settings: Parameters<typeof sessionSecret>[0],
): Secrets {
  return deriveSecrets(sessionSecret(settings));
}

export function deriveSecrets(secret: string): Secrets {
  return {
    tokenKey: createSecretKey(derive(secret, "token")),
    refreshKey: createSecretKey(derive(secret, "refresh")),
    signInKey: createSecretKey(derive(secret, "sign-in failures")),
    recoveryKey: createSecretKey(derive(secret, "recovery codes")),
    linkCodeKey: createSecretKey(derive(secret, "organisation codes")),
    organisationSeal: new Seal(secret, "organisation accounts"),
    browserSeal: new Seal(secret, "known browsers"),
    factorSeal: new Seal(secret, "second factors"),
  };
}

function derive(secret: string, purpose: string): Buffer {
  const info = `sojourn ${purpose}`;
  return Buffer.from(hkdfSync("sha256", secret, "", info, KEY_BYTES));
}
