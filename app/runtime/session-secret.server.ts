import { randomBytes } from "node:crypto";
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

const SECRET_FILE = "session-secret";
const SECRET_BYTES = 32;

/** `SESSION_SECRET`, or a secret made once in the data folder and readable only by its owner. */
export function sessionSecret(settings: {
  DATA_DIR: string;
  SESSION_SECRET?: string | undefined;
}): string {
  return settings.SESSION_SECRET ?? secretKeptIn(settings.DATA_DIR);
}

/** Closed to other users if new. Keeps the mode of an existing folder. */
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
    writeSync(descriptor, randomBytes(SECRET_BYTES).toString("hex"));
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
