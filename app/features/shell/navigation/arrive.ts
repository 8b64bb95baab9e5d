import { watchConnection } from "../connection/watch-connection";

/** A new live region takes time to be known as one. */
const SPEAKS_AFTER_MS = 100;

/** Long enough to be spoken; then the page may have become another by its query. */
const SPEAKS_FOR_MS = 10_000;

/** The last pressed element and its ancestors, from the inside out. */
let pressed: readonly Element[] = [];
let isBegun = false;
let speaking: number | undefined;

export function begin(): void {
  if (isBegun) return;
  isBegun = true;
  watchConnection();
  document.addEventListener(
    "click",
    (event) => {
      pressed = event
        .composedPath()
        .filter((one): one is Element => one instanceof Element);
    },
    true,
  );
}

/**
 * Says the title once, as after a page load, and moves the focus to the page's container. Leaves the focus if it has
 * moved since `from`, or is in a dialog or a search.
 */
export function arrive(region: HTMLElement, from: Element | null): void {
  if (mayMoveFrom(from)) focusPage();
  clearTimeout(speaking);
  region.textContent = "";
  speaking = window.setTimeout(() => {
    region.textContent = document.title;
    speaking = window.setTimeout(() => {
      region.textContent = "";
    }, SPEAKS_FOR_MS);
  }, SPEAKS_AFTER_MS);
}

/** A followed link may be gone; focus then moves to its list or form, else to the page. */
export function keepPlace(): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) return;
  const place = pressed.find(
    (one) => one.isConnected && one.matches("section, form, main"),
  );
  if (place instanceof HTMLElement) focusOn(place);
}

/** Moves the focus to the place, which says what has come. */
export function goToPlace(hash: string, from: Element | null): void {
  const place = placeOf(hash);
  if (place && mayMoveFrom(from)) focusOn(place);
  else keepPlace();
}

/** False for a dialog, a running search, and a user who has moved on. */
function mayMoveFrom(from: Element | null): boolean {
  const stays = from?.closest('[role$="dialog"], [data-in-use]');
  return document.activeElement === from && !stays;
}

/** Scrolls nowhere: the router does that. */
function focusPage(): void {
  const place =
    placeOf(window.location.hash) ??
    document.querySelector<HTMLElement>("main");
  if (place) focusOn(place);
}

function placeOf(hash: string): HTMLElement | null {
  return document.getElementById(hash.slice(1));
}

function focusOn(place: HTMLElement): void {
  // A link or a field has a place of its own in the order of Tab, and keeps it.
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
