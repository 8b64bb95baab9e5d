import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { parsePage } from "~/domain/access/page-request";
import { safeRedirectTarget } from "~/domain/redirect-target";
import {
  cookieName,
  cookieOptions,
  isSameText,
  sealed,
} from "./session-storage.server";

const MAX_TARGET_LENGTH = 1_000;

/** Where to go after login, and whose browser this was (dashboard spec §3: redirectUrl and prevId). */
const shape = z.object({
  redirectUrl: z.string().max(MAX_TARGET_LENGTH).optional(),
  /** A keyed digest, so that no user name outlives its session in a browser. */
  prevId: z.string().optional(),
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

function digestOf(userId: string): string {
  return sealed("prevId", userId);
}

/** Cookie header that remembers the page a request asked for; `userId` is whose session it was, if any. */
export async function rememberPath(
  request: Request,
  userId: string | null,
): Promise<string> {
  const { prevId } = await readMemory(request);
  return cookie.serialize({
    redirectUrl: targetOf(new URL(request.url)),
    prevId: userId === null ? prevId : digestOf(userId),
  } satisfies ReturnMemory);
}

/** Cookie header that remembers only who used this browser last. */
export async function rememberUser(userId: string): Promise<string> {
  return cookie.serialize({ prevId: digestOf(userId) } satisfies ReturnMemory);
}

/** The remembered page, if it is one of this site and the same user, or the browser's first, asks for it. */
export async function findReturnTarget(
  request: Request,
  userId: string,
): Promise<string | null> {
  const { redirectUrl, prevId } = await readMemory(request);
  if (redirectUrl === undefined) return null;
  if (prevId !== undefined && !isSameText(prevId, digestOf(userId))) {
    return null;
  }
  return safeRedirectTarget(redirectUrl);
}

function targetOf(url: URL): string | undefined {
  url.searchParams.delete("_data");
  const page = parsePage(url.pathname);
  if (page?.page === "home") return undefined;
  return safeRedirectTarget(url.pathname + url.search) ?? undefined;
}
