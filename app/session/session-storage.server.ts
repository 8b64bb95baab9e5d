import {
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CookieOptions,
  createCookie,
  createSessionStorage,
} from "@remix-run/node";
import { isPublicHttps, settings } from "~/env.server";
import { Seal } from "~/runtime/seal.server";
import { portalDatabase } from "./portal-database.server";
import { SessionRows } from "./session-rows.server";
import { type FoundSession, SessionStore } from "./session-store.server";

/** The data server keeps and reads it in the same file and form. */
const SECRET_FILE = "session-secret";

/** The installation's one secret: SESSION_SECRET, or one that is made once in the data folder. */
function sessionSecret(): string {
  return settings.SESSION_SECRET ?? secretKeptIn(settings.DATA_DIR);
}

/** The key that signs the portal's cookies. */
function cookieKey(secret: string): string {
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

const secret = sessionSecret();
const key = cookieKey(secret);

/** Attributes of every cookie of the portal. No lifetime: cookies end with the browser, sessions on the server. */
export const cookieOptions: CookieOptions = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: isPublicHttps,
  secrets: [key],
};

/** A cookie's name; under https browsers then refuse one set by a neighbour or without Secure. */
export function cookieName(name: string): string {
  return isPublicHttps ? `__Host-${name}` : name;
}

const MARK_LENGTH = 12;

export const seal = new Seal(secret, "portal store");

export const sessionStore = new SessionStore(
  new SessionRows(portalDatabase, seal),
);

const sessionCookie = createCookie(cookieName("sojourn"), cookieOptions);

/** The browser holds a signed random id; everything else is in the database. */
export const sessionStorage = createSessionStorage<FoundSession>({
  cookie: sessionCookie,
  async createData({ record }) {
    if (!record) throw new Error("a session is created at sign-in only");
    return sessionStore.create(record);
  },
  async readData(id) {
    const found = await sessionStore.find(id);
    return found ? { record: found.record, usedAt: found.usedAt } : null;
  },
  async updateData() {
    throw new Error("sessions are changed in their store");
  },
  async deleteData(id) {
    await sessionStore.destroy(id);
  },
});

/** Cookie header that gives a browser a session of that id. */
export async function sessionCookieOf(id: string): Promise<string> {
  return sessionCookie.serialize(id);
}

/** Cookie header that makes a browser forget its session. */
export async function expiredSessionCookie(): Promise<string> {
  return sessionCookie.serialize("", { expires: new Date(0), maxAge: 0 });
}

/** Id of the session of ours that the browser came with, be it over or not; null for any other cookie. */
export async function sessionIdOf(request: Request): Promise<string | null> {
  const id: unknown = await sessionCookie.parse(request.headers.get("cookie"));
  return typeof id === "string" && id !== "" ? id : null;
}

export interface LiveSession extends FoundSession {
  id: string;
}

/** The live session of a request's cookie, or null. */
export async function findSession(
  request: Request,
): Promise<LiveSession | null> {
  const session = await sessionStorage.getSession(
    request.headers.get("cookie"),
  );
  const record = session.get("record");
  const usedAt = session.get("usedAt");
  return record && usedAt !== undefined
    ? { id: session.id, record, usedAt }
    : null;
}

/** Keyed digest for values that must not be readable or forgeable; `purpose` keeps uses apart. */
export function sealed(purpose: string, value: string): string {
  return createHmac("sha256", key)
    .update(`${purpose}\0${value}`)
    .digest("base64url");
}

/** Identifies a value in the browser without revealing it. Not a secret. */
export function markOf(purpose: string, value: string): string {
  return sealed(purpose, value).slice(0, MARK_LENGTH);
}

/** Identifies a session in the browser. */
export function sessionMarkOf(id: string): string {
  return markOf("mark", id);
}

/** Compares two texts without telling by its time where they differ. */
export function isSameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
