import { hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "~/env.server";

/** The data server keeps and reads it in the same file and form. */
const SECRET_FILE = "session-secret";

/** The installation's one secret: SESSION_SECRET, or one that is made once in the data folder. */
export function sessionSecret(): string {
  return settings.SESSION_SECRET ?? secretKeptIn(settings.DATA_DIR);
}

/** The key that signs the portal's cookies. */
export function cookieKey(secret: string): string {
  const key = hkdfSync("sha256", secret, "", "sojourn portal cookies", 32);
  return Buffer.from(key).toString("base64url");
}

function secretKeptIn(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, SECRET_FILE);
  try {
    writeFileSync(path, randomBytes(32).toString("hex"), {
      mode: 0o600,
      flag: "wx",
    });
  } catch (error) {
    const isThere =
      error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!isThere) throw error;
  }
  const secret = readFileSync(path, "utf8").trim();
  if (!/^[0-9a-f]{64}$/.test(secret)) {
    throw new Error(
      `${path} does not hold a secret. Remove the file to get a new one. Everyone then has to log in again`,
    );
  }
  return secret;
}
