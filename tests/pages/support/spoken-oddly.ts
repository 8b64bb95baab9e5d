import { all, documentOf } from "./document";

/** What readers say otherwise than it is meant, each with what is heard. */
const SPOKEN_ODDLY: Record<string, string> = {
  "[role=status]": "Orca says 'statusbar' and leaves out the text",
  "dd button, dt *": "Orca leaves out the figure, or what it is of",
  "[required]": "Firefox says 'invalid entry' before a key is pressed",
};

/** What a page has that a screen reader would not say as it is meant. */
export function spokenOddly(html: string): string[] {
  const page = documentOf(html);
  return Object.entries(SPOKEN_ODDLY).flatMap(([selector, heard]) =>
    all(page, selector).map(() => `${selector}: ${heard}`),
  );
}
