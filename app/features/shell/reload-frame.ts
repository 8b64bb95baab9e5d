import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Answers for the frame are cached for as long. */
const NEWS_EVERY_MS = 60_000;

/** Since the document came. */
let askedAt = 0;

/**
 * Whether a client navigation reloads the root's data: if its page asks for it, and once a minute. Otherwise unread notes and
 * failed locations would stay as they were when the document was loaded.
 */
export function shouldReloadFrame(
  {
    currentUrl,
    nextUrl,
  }: Pick<ShouldRevalidateFunctionArgs, "currentUrl" | "nextUrl">,
  isAsked: boolean,
): boolean {
  const now = performance.now();
  const isOtherPage = currentUrl.pathname !== nextUrl.pathname;
  const isWanted = isAsked || (isOtherPage && now - askedAt >= NEWS_EVERY_MS);
  if (isWanted) askedAt = now;
  return isWanted;
}
