import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

/** Answers for the frame are cached for as long. */
const NEWS_EVERY_MS = 60_000;

/** Since the document came. */
let askedAt = 0;

/** Reloads once a minute, or if the page asks: unread notes and failed locations would otherwise stay as they were. */
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
