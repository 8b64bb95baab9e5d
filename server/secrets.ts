import {
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { Seal } from "~/runtime/seal.server";

/**
 * Keys derived from the session secret, one per purpose. The portal derives its cookie key separately from the same
 * secret.
 */
export interface Secrets {
  tokenKey: KeyObject;
  refreshKey: KeyObject;
  reportLinkKey: KeyObject;
  /** Makes the digests that failed sign-ins are counted under. */
  signInKey: KeyObject;
  recoveryKey: KeyObject;
  /** Makes the digests of codes that link an organisation account. */
  linkCodeKey: KeyObject;
  /** Seals the state of a sign-in with an organisation account. */
  organisationSeal: Seal;
  /** Seals the list of users who have signed in with a browser. */
  browserSeal: Seal;
  /** Seals second-factor keys and the state of a sign-in with one. */
  factorSeal: Seal;
}

const SECRET_FILE = "session-secret";
const KEY_BYTES = 32;

/**
 * The keys of an installation, derived from `SESSION_SECRET` if it is set, else from a secret created once in the data
 * folder and readable only by its owner.
 */
export function openSecrets(settings: {
  DATA_DIR: string;
  SESSION_SECRET?: string;
}): Secrets {
  return deriveSecrets(
    settings.SESSION_SECRET ?? secretKeptIn(settings.DATA_DIR),
  );
}

export function deriveSecrets(secret: string): Secrets {
  return {
    tokenKey: createSecretKey(derive(secret, "token")),
    refreshKey: createSecretKey(derive(secret, "refresh")),
    reportLinkKey: createSecretKey(derive(secret, "report link")),
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

/** Creates the data folder, closed to other users, if it is missing. Keeps the mode of an existing folder. */
export function ensureDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

function secretKeptIn(dataDir: string): string {
  ensureDataDir(dataDir);
  const file = path.join(dataDir, SECRET_FILE);
  const kept = readSecret(file) ?? makeSecret(file);
  if (!/^[0-9a-f]{64}$/.test(kept)) {
    throw new Error(
      `${file} does not hold a secret. Remove the file to get a new one. Everyone then has to log in again`,
    );
  }
  chmodSync(file, 0o600);
  return kept;
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Writes a draft and links it into place: if two processes race, both read the winner's secret. */
function makeSecret(file: string): string {
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const descriptor = openSync(draft, "wx", 0o600);
  try {
    writeSync(descriptor, randomBytes(KEY_BYTES).toString("hex"));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error
    ? String(error.code)
    : undefined;
}
