import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { type Cookie, type CookieOptions, createCookie } from "@remix-run/node";
import type { z } from "zod";
import { isPublicHttps, settings } from "~/env.server";
import { Seal } from "~/runtime/seal.server";
import { sessionSecret } from "~/runtime/session-secret.server";
import { portalDatabase } from "./portal-database.server";
import { SessionRows } from "./session-rows.server";
import { type FoundSession, SessionStore } from "./session-store.server";

const secret = sessionSecret(settings);

const key = Buffer.from(
  hkdfSync("sha256", secret, "", "sojourn portal cookies", 32),
).toString("base64url");

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

export function endedCookie(cookie: Cookie): Promise<string> {
  return cookie.serialize("", { expires: new Date(0), maxAge: 0 });
}

export const seal = new Seal(secret, "portal store");

/** A cookie that browsers cannot read: what it holds is sealed, and stored nowhere else. */
export function sealedCookie<Shape extends z.ZodTypeAny>(
  name: string,
  place: string,
  shape: Shape,
  options?: Pick<CookieOptions, "maxAge">,
) {
  const cookie = createCookie(cookieName(name), {
    ...cookieOptions,
    ...options,
  });
  return {
    write: (value: z.input<Shape>): Promise<string> =>
      cookie.serialize(seal.closeJson(value, place)),
    /** Null for none of ours. */
    async read({ headers }: Request): Promise<z.output<Shape> | null> {
      const sealed: unknown = await cookie.parse(headers.get("cookie"));
      return seal.openJson<z.output<Shape>>(sealed, place, shape);
    },
    end: () => endedCookie(cookie),
  };
}

export const sessionStore = new SessionStore(
  new SessionRows(portalDatabase, seal),
);

/** The browser holds a signed random id; everything else is in the database. */
const sessionCookie = createCookie(cookieName("sojourn"), cookieOptions);

export async function sessionCookieOf(id: string): Promise<string> {
  return sessionCookie.serialize(id);
}

export async function expiredSessionCookie(): Promise<string> {
  return endedCookie(sessionCookie);
}

/** Id of the browser's session, live or ended; null for any other cookie. */
export async function sessionIdOf(request: Request): Promise<string | null> {
  const id: unknown = await sessionCookie.parse(request.headers.get("cookie"));
  return typeof id === "string" && id !== "" ? id : null;
}

export interface LiveSession extends FoundSession {
  id: string;
}

export async function findSession(
  request: Request,
): Promise<LiveSession | null> {
  const id = await sessionIdOf(request);
  const found = id === null ? null : await sessionStore.find(id);
  return id !== null && found ? { id, ...found } : null;
}

/** Keyed digest for values that must not be readable or forgeable; `purpose` keeps uses apart. */
export function sealed(purpose: string, value: string): string {
  return createHmac("sha256", key)
    .update(`${purpose}\0${value}`)
    .digest("base64url");
}

/** Identifies a session in the browser without revealing it. Not a secret. */
export function sessionMarkOf(id: string): string {
  return markOf("mark", id);
}

export function markOf(purpose: string, value: string): string {
  return sealed(purpose, value).slice(0, MARK_LENGTH);
}

const MARK_LENGTH = 12;

/** The comparison is constant-time. */
export function isSameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
