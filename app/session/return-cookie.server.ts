import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { screenAt } from "~/screens.server";
import { TIMEOUT_TEST_PARAMETER } from "~/features/sign-in/rules/session-clock";
import { safeRedirectTarget } from "./redirect-target.server";
import { paths } from "~/paths";
import {
  cookieName,
  cookieOptions,
  isSameText,
  sealed,
  sessionIdOf,
} from "./session-storage.server";

const MAX_TARGET_LENGTH = 1_000;

const EXPLAINED_FOR_MS = 10 * 60_000;

/** The page to open after login, and the last user of this browser (R131). */
const shape = z.object({
  redirectUrl: z.string().max(MAX_TARGET_LENGTH).optional(),
  /** A keyed digest, so that no user name outlives its session in a browser. */
  prevId: z.string().optional(),
  /** When a session ended on its user, milliseconds since 1970. */
  endedAt: z.number().optional(),
  /** That user's ended session: entries typed in it are kept under its id (decision 16). */
  endedSession: z.string().max(200).optional(),
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

export function userDigestOf(userId: string): string {
  return sealed("prevId", userId);
}

export async function prevIdOf(request: Request): Promise<string | null> {
  return (await readMemory(request)).prevId ?? null;
}

/** Old browsers do not say what they ask for; scripts fetch the data of a page. */
const PAGE_KINDS: readonly (string | null)[] = [null, "document", "empty"];

/** Whether a request asks for a page of the portal, and not for what browsers fetch by themselves, such as icons. */
export function isForPage({ headers, url }: Request): boolean {
  return (
    PAGE_KINDS.includes(headers.get("sec-fetch-dest")) &&
    screenAt(new URL(url).pathname)?.screen.kind === "page"
  );
}

/** `userId` is the user of the ended session; `from` is the open page if the request is not for a page. */
export async function rememberPath(
  request: Request,
  userId: string | null,
  from?: string,
): Promise<string> {
  const memory = await readMemory(request);
  const sessionId = await sessionIdOf(request);
  // Another tab may have met the end before.
  const endedSession = sessionId ?? memory.endedSession;
  return cookie.serialize({
    redirectUrl: targetOf(from ?? pathOf(new URL(request.url))),
    prevId: userId === null ? memory.prevId : userDigestOf(userId),
    ...((userId !== null || sessionId !== null) && { endedAt: Date.now() }),
    ...(endedSession && { endedSession }),
  } satisfies ReturnMemory);
}

export async function endedSessionOf(request: Request): Promise<string | null> {
  return (await readMemory(request)).endedSession ?? null;
}

/** True for a while after a session ended on the user of this browser, until they log in again. */
export async function hasJustEnded(request: Request): Promise<boolean> {
  const { endedAt } = await readMemory(request);
  return endedAt !== undefined && Date.now() - endedAt < EXPLAINED_FOR_MS;
}

interface Left {
  sessionId: string;
  page: string | null;
}

/** Forgets the page's filters, because a logout resets them (R131). */
export async function rememberUser(
  request: Request,
  userId: string,
  left: Left | null = null,
): Promise<string> {
  const memory = await readMemory(request);
  const endedNow = left?.sessionId ?? null;
  const prevId = userDigestOf(userId);
  const isSame =
    memory.prevId !== undefined && isSameText(memory.prevId, prevId);
  const endedSession = endedNow ?? (isSame ? memory.endedSession : undefined);
  const redirectUrl = left?.page ? targetOf(left.page, FILTERS) : undefined;
  return cookie.serialize({
    prevId,
    ...(redirectUrl && { redirectUrl }),
    ...(endedSession && { endedSession }),
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

const LEFT_OUT = ["_data", TIMEOUT_TEST_PARAMETER];

const FILTERS = ["isnp", "startDate", "endDate"];

function targetOf(
  path: string,
  alsoLeftOut: readonly string[] = [],
): string | undefined {
  const leftOut = [...LEFT_OUT, ...alsoLeftOut];
  const [pathname = "", query = ""] = path.split(/\?(.*)/s);
  const kept = query
    .split("&")
    .filter((part) => !leftOut.includes(part.split("=", 1)[0] ?? ""))
    .join("&");
  const target = safeRedirectTarget(kept ? `${pathname}?${kept}` : pathname);
  if (target === null) return undefined;
  return target.split("?", 1)[0] === paths.home ? undefined : target;
}
