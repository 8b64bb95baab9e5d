import { all, textOf, type PageDocument } from "./document";

/** What readers say otherwise than it is meant, each with what is heard. */
const SPOKEN_ODDLY: Record<string, string> = {
  "[role=status]": "Orca says 'statusbar' and leaves out the text",
  "dd button, dt *": "Orca leaves out the figure, or what it is of",
  "[required]": "Firefox says 'invalid entry' before a key is pressed",
  "[role=alert][aria-labelledby], [role=alert][aria-label]":
    "Orca leaves it out where a page is read whole",
  "[aria-live]:not([aria-atomic]) > .sr-only, caption[aria-live]:not([aria-atomic])":
    "Orca says only what has changed of it: ', frailty High'",
};

/** Links whose hidden words are read as a second link after those that are seen. */
function linksSaidTwice(page: PageDocument): string[] {
  return all(page, "a[href]:not([aria-label])")
    .filter((link) => {
      const hidden = link.querySelector(".sr-only");
      return hidden && textOf(hidden) !== textOf(link);
    })
    .map((link) => `${textOf(link)}: Orca says two links`);
}

/** What a page has that a screen reader would not say as it is meant. */
export function spokenOddly(page: PageDocument): string[] {
  const faults = Object.entries(SPOKEN_ODDLY).flatMap(([selector, heard]) =>
    all(page, selector).map(() => `${selector}: ${heard}`),
  );
  return [...faults, ...linksSaidTwice(page)];
}
