import { askAhead, dropHeld } from "./held-answers";
import { findPageRoute, preloadScripts } from "./page-route";

/** A pointer that only passes over a link stays on it for less. */
const INTENT_MS = 100;

/** What some browsers tell of the line. */
interface Line {
  saveData?: boolean;
  effectiveType?: string;
}

/**
 * Fetches what a link with `data-prefetch` leads to while somebody is about to follow it (decision 18): when a pointer
 * or the focus rests on it, and at once when it is clicked, beside the scripts of its page. Returns what ends it.
 */
export function prefetchOnIntent(): () => void {
  let wish: { link: HTMLAnchorElement; timer: number } | null = null;
  const cancel = () => {
    if (wish) clearTimeout(wish.timer);
    wish = null;
  };
  const wait = ({ target }: Event) => {
    const link = linkAt(target);
    if (!link || link === wish?.link) return;
    cancel();
    const timer = window.setTimeout(() => {
      wish = null;
      prefetch(link);
    }, INTENT_MS);
    wish = { link, timer };
  };
  const leave = ({ relatedTarget }: Partial<MouseEvent>) => {
    if (!wish || linkAt(relatedTarget) !== wish.link) cancel();
  };
  const follow = (event: MouseEvent) => {
    const link = linkAt(event.target);
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
    if (!link || button || metaKey || altKey || ctrlKey || shiftKey) return;
    cancel();
    prefetch(link);
  };

  const listening = new AbortController();
  const options = { capture: true, passive: true, signal: listening.signal };
  const { signal } = listening;
  for (const intent of ["mouseover", "focusin", "touchstart"]) {
    document.addEventListener(intent, wait, options);
  }
  for (const change of ["mouseout", "focusout", "touchmove", "touchcancel"]) {
    document.addEventListener(change, leave, options);
  }
  // Before the router hears of it, so that it finds the answer on its way.
  document.addEventListener("click", follow, options);
  document.addEventListener("submit", dropAtPost, { capture: true, signal });
  window.addEventListener("pagehide", dropHeld, { signal });
  return () => {
    cancel();
    listening.abort();
    dropHeld();
  };
}

function linkAt(target: unknown): HTMLAnchorElement | null {
  return target instanceof Element
    ? target.closest<HTMLAnchorElement>("a[data-prefetch]")
    : null;
}

function prefetch(link: HTMLAnchorElement): void {
  if (isThinLine() || !link.isConnected) return;
  const url = new URL(link.href);
  url.hash = "";
  if (url.origin !== window.location.origin) return;
  if (url.pathname === window.location.pathname) return;
  const route = findPageRoute(url.pathname);
  if (!route) return;
  preloadScripts(route);
  askAhead(url.href, route.id);
}

function isThinLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  return (
    connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? "")
  );
}

/** What a form has changed, an answer from before does not show. */
function dropAtPost({ target, submitter }: SubmitEvent): void {
  const method =
    submitter?.getAttribute("formmethod") ??
    (target as HTMLFormElement).getAttribute("method");
  if (method?.toLowerCase() === "post") dropHeld();
}
