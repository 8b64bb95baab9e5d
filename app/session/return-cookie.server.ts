import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { parsePage } from "~/domain/access/page-request";
import { safeRedirectTarget } from "~/domain/session/redirect-target";
import { TIMEOUT_TEST_PARAMETER } from "~/domain/session/session-clock";
import {
  cookieName,
  cookieOptions,
  isSameText,
  sealed,
  sessionIdOf,
} from "./session-storage.server";

const MAX_TARGET_LENGTH = 1_000;

/** For so long the login page says why it is there. */
const TELL_FOR_MS = 10 * 60_000;

/** Where to go after login, and whose browser this was (dashboard spec §3: redirectUrl and prevId). */
const shape = z.object({
  redirectUrl: z.string().max(MAX_TARGET_LENGTH).optional(),
  /** A keyed digest, so that no user name outlives its session in a browser. */
  prevId: z.string().optional(),
  /** When a session ended on its user, milliseconds since 1970. */
  endedAt: z.number().optional(),
  /** Id of the form that met that end (decision 22). */
  keptForm: z.string().max(200).optional(),
});
type ReturnMemory = z.infer<typeof shape>;

const cookie = createCookie(cookieName("sojourn-return"), {
  ...cookieOptions,
  maxAge: 30 * 24 * 60 * 60,
});

async function readMemory(request: Request): Promise<ReturnMemory> {
  const parsed = shape.safeParse(
    await cookie.parse(request.headers.get("cookie")),
  );
  return parsed.success ? parsed.data : {};
}

/** Tells users apart where their ids must not be readable. */
export function userDigestOf(userId: string): string {
  return sealed("prevId", userId);
}

/** Digest of the user who was signed in last in this browser; null where there was none. */
export async function prevIdOf(request: Request): Promise<string | null> {
  return (await readMemory(request)).prevId ?? null;
}

/**
 * Cookie header that remembers the page a request asked for; `userId` is whose session it was, if any. `from` is the
 * page that was open where the request itself is for none, `keptForm` the form that it posted.
 */
export async function rememberPath(
  request: Request,
  userId: string | null,
  { from, keptForm }: { from?: string; keptForm?: string | null } = {},
): Promise<string> {
  const memory = await readMemory(request);
  const isEnd = userId !== null || (await sessionIdOf(request)) !== null;
  // Another tab may meet the end after the form did.
  const kept = keptForm ?? memory.keptForm;
  return cookie.serialize({
    redirectUrl: targetOf(from ?? pathOf(new URL(request.url))),
    prevId: userId === null ? memory.prevId : userDigestOf(userId),
    ...(isEnd && { endedAt: Date.now() }),
    ...(kept && { keptForm: kept }),
  } satisfies ReturnMemory);
}

/** Id of the form that this browser's last user posted too late; null where there is none, or another user logs in. */
export async function findKeptFormId(
  request: Request,
  userId: string,
): Promise<string | null> {
  const { keptForm, prevId } = await readMemory(request);
  if (keptForm === undefined || prevId === undefined) return null;
  return isSameText(prevId, userDigestOf(userId)) ? keptForm : null;
}

/** True for a while after a session ended on the user of this browser, until they log in again. */
export async function hasJustEnded(request: Request): Promise<boolean> {
  const { endedAt } = await readMemory(request);
  return endedAt !== undefined && Date.now() - endedAt < TELL_FOR_MS;
}

/** Cookie header that remembers only who used this browser last. */
export async function rememberUser(userId: string): Promise<string> {
  return cookie.serialize({
    prevId: userDigestOf(userId),
  } satisfies ReturnMemory);
}

/** The remembered page, if it is one of this site and the same user, or the browser's first, asks for it. */
export async function findReturnTarget(
  request: Request,
  userId: string,
): Promise<string | null> {
  const { redirectUrl, prevId } = await readMemory(request);
  if (redirectUrl === undefined) return null;
  if (prevId !== undefined && !isSameText(prevId, userDigestOf(userId))) {
    return null;
  }
  return safeRedirectTarget(redirectUrl);
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}

/** Parameters that are no part of the page: whose data it is, and a test that is over after login. */
const LEFT_OUT = ["_data", TIMEOUT_TEST_PARAMETER];

function targetOf(path: string): string | undefined {
  const [pathname = "", query = ""] = path.split(/\?(.*)/s);
  const kept = query
    .split("&")
    .filter((part) => !LEFT_OUT.includes(part.split("=", 1)[0] ?? ""))
    .join("&");
  const target = safeRedirectTarget(kept ? `${pathname}?${kept}` : pathname);
  if (target === null) return undefined;
  const isHome = parsePage(target.split("?", 1)[0] ?? "")?.page === "home";
  return isHome ? undefined : target;
}
