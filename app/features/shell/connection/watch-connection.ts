import { loadScriptsBy } from "~/rendering/lazy-component";
import { makeAgain, keepWish } from "./hold";
import { heldFetch, rememberSent, sendAgain } from "./held-requests";
import { heldScript, holdRouteModules } from "./held-scripts";

/**
 * From here on a network that is gone destroys no page (decision 29): what was asked for waits, the page and what was
 * typed stay, and the user is told.
 */
export function watchConnection(): void {
  // What went wrong is told by it, also without a network.
  import("../notices/notice-stack").catch(() => undefined);
  window.fetch = heldFetch(window.fetch.bind(window));
  holdRouteModules();
  loadScriptsBy(heldScript);
  document.addEventListener("submit", rememberSent, true);
  // What the router does not do itself, the browser would end on its own error page.
  window.addEventListener("click", keepPage);
  window.addEventListener("submit", keepPage);
  window.addEventListener("online", comeByItself);
  document.addEventListener("click", comeAlong, true);
}

function comeByItself(): void {
  makeAgain(({ comesByItself }) => comesByItself === true);
}

/** A click on a link also retries the scripts that the page waits for, since a script is not fetched a second time. */
function comeAlong({ target }: Event): void {
  if (target instanceof Element && target.closest("a[href]")) {
    makeAgain(({ isScript }) => isScript === true);
  }
}

/** Somebody has pressed 'Try again', whatever the browser says of its network. */
let isTriedAgain = false;

function keepPage(event: Event): void {
  if (event.defaultPrevented || navigator.onLine || isTriedAgain) return;
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (target instanceof HTMLFormElement) {
    const { submitter } = event as SubmitEvent;
    const sent = { form: target, submitter: submitter ?? null };
    event.preventDefault();
    hold(target.method === "post" ? target : null, () => sendAgain(sent));
    return;
  }
  const link = target.closest<HTMLAnchorElement>("a[href]");
  if (!link || !leavesPage(link, event as MouseEvent)) return;
  event.preventDefault();
  hold(null, () => link.click());
}

function hold(form: HTMLFormElement | null, act: () => void): void {
  keepWish({
    form,
    again() {
      isTriedAgain = true;
      act();
      isTriedAgain = false;
    },
  });
}

function leavesPage(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const { href, target } = link;
  const [page] = window.location.href.split("#", 1);
  const isOtherTab = event.ctrlKey || event.metaKey || event.shiftKey;
  return (
    event.type === "click" &&
    !isOtherTab &&
    (target === "" || target === "_self") &&
    href.startsWith("http") &&
    !href.startsWith(`${page}#`)
  );
}
