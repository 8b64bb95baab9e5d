import { watchConnection } from "../connection/watch-connection";

/** Time for a live region that has just been rendered to be known as one, and for the old text to be gone. */
const SPEAKS_AFTER_MS = 100;

/** Long enough to be spoken; then the page may have become another by its query. */
const SPEAKS_FOR_MS = 10_000;

/** What was pressed last, and all that it was in, from the inside out. */
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
 * Announces a page that scripts have opened. Screen readers hear its title once, from the live region, as after a page load.
 * The focus moves to the page's container, which has no name of its own, and Tab goes on from there. `from` had the focus
 * when the page came: it stays there in a dialog of the page or a search in use, or if it has moved since.
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

/**
 * Where a link goes with what it has cleared, its focus stays in what it stood in: the list, the form, else the page.
 * Nothing is moved while something has the focus.
 */
export function keepPlace(): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) return;
  const place = pressed.find(
    (one) => one.isConnected && one.matches("section, form, main"),
  );
  if (place instanceof HTMLElement) focusOn(place);
}

/** Goes to the place of a page that stays which a link has asked for: its focus says what has come. */
export function goToPlace(hash: string, from: Element | null): void {
  const place = placeOf(hash);
  if (place && mayMoveFrom(from)) focusOn(place);
  else keepPlace();
}

/** A dialog of the page, a search that goes on, and who has moved on in the meantime keep the focus. */
function mayMoveFrom(from: Element | null): boolean {
  const stays = from?.closest('[role$="dialog"], [data-in-use]');
  return document.activeElement === from && !stays;
}

/** The place that the address names, else the page as a whole. It scrolls nowhere: the router sees to that. */
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
