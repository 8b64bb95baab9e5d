import { createHmac, timingSafeEqual } from "node:crypto";
import { join } from "node:path";
import {
  createCookie,
  createSessionStorage,
  type CookieOptions,
} from "@remix-run/node";
import { isPublicHttps, settings } from "~/env.server";
import { SessionFileStore } from "./session-file-store.server";
import type { SessionRecord } from "./session-record.server";
import { cookieKey } from "./session-secret.server";

const key = cookieKey();

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

/** Enough to tell one from another. */
const MARK_LENGTH = 12;

export const sessionFiles = new SessionFileStore(
  join(settings.SHARED_DIR, "sessions"),
);

const sessionCookie = createCookie(cookieName("sojourn"), cookieOptions);

/** The browser holds a signed random id; everything else is in the file. */
export const sessionStorage = createSessionStorage<{ record: SessionRecord }>({
  cookie: sessionCookie,
  async createData({ record }) {
    if (!record) throw new Error("a session is created at sign-in only");
    return sessionFiles.create(record);
  },
  async readData(id) {
    const record = await sessionFiles.find(id);
    return record ? { record } : null;
  },
  async updateData() {
    throw new Error("sessions are changed through their file, in turn");
  },
  async deleteData(id) {
    await sessionFiles.destroy(id);
  },
});

/** Cookie header that makes a browser forget its session. */
export async function expiredSessionCookie(): Promise<string> {
  return sessionCookie.serialize("", { expires: new Date(0), maxAge: 0 });
}

/** Id of the session of ours that the browser came with, be it over or not; null for any other cookie. */
export async function sessionIdOf(request: Request): Promise<string | null> {
  const id: unknown = await sessionCookie.parse(request.headers.get("cookie"));
  return typeof id === "string" && id !== "" ? id : null;
}

export interface LiveSession {
  id: string;
  record: SessionRecord;
}

/** The live session of a request's cookie, or null. */
export async function findSession(
  request: Request,
): Promise<LiveSession | null> {
  const session = await sessionStorage.getSession(
    request.headers.get("cookie"),
  );
  const record = session.get("record");
  return record ? { id: session.id, record } : null;
}

/** Keyed digest for values that must not be readable or forgeable; `purpose` keeps uses apart. */
export function sealed(purpose: string, value: string): string {
  return createHmac("sha256", key)
    .update(`${purpose}\0${value}`)
    .digest("base64url");
}

/** Tells values apart in the browser, where they themselves must not be; nothing is guarded by it. */
export function markOf(purpose: string, value: string): string {
  return sealed(purpose, value).slice(0, MARK_LENGTH);
}

/** Tells sessions apart in the browser. */
export function sessionMarkOf(id: string): string {
  return markOf("mark", id);
}

/** Compares two texts without telling by its time where they differ. */
export function isSameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
