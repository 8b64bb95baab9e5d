import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** A host with nothing to say is asked no more often: what is known of it is kept for as long. */
const NEWS_EVERY_MS = 60_000;

/** Since the document came. */
let askedAt = 0;

/**
 * Whether a step by script asks for the root's data: where its page does so, and once a minute with the page that comes
 * then. Without it unread notes, and locations that failed, would be told as they were when the document came.
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
