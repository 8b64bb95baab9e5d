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
 * Keys derived from the one session secret, each for one purpose. The portal derives its cookie key from the same
 * secret on its own.
 */
export interface Secrets {
  /** Signs session tokens of the data server. */
  tokenKey: KeyObject;
  /** Makes refresh tokens of the data server. */
  refreshKey: KeyObject;
  /** Signs links to finished reports. */
  reportLinkKey: KeyObject;
  /** Makes the digests under which failed sign-ins are counted. */
  signInKey: KeyObject;
  /** Makes the digests of recovery codes. */
  recoveryKey: KeyObject;
  /** Makes the digests of codes that link an organisation account. */
  linkCodeKey: KeyObject;
  /** Seals what a sign-in with an organisation account is told by on its way. */
  organisationSeal: Seal;
  /** Seals who has signed in with a browser. */
  browserSeal: Seal;
  /** Seals the keys of second factors, and what a sign-in with one is told by. */
  factorSeal: Seal;
}

const SECRET_FILE = "session-secret";
const KEY_BYTES = 32;

/**
 * The keys of an installation. `SESSION_SECRET` wins where it is set; else the secret is made once and kept in
 * the data folder, readable by its owner only.
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

/** Makes the data folder where it is missing, closed to other users. A folder that is there keeps its mode. */
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

/** Written whole beside its place and then linked into it: of two processes, one wins and both read the same. */
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
