import { setTimeout as wait } from "node:timers/promises";
import { markIn, type Box } from "./mark";
import type { Screen } from "./screen";

const LOOK_AGAIN_MS = 150;
const LOOKS = 8;

/** Time for the program to draw what it was told: it says nothing when it has. */
export const DRAWN_MS = 250;

/** A place in the margin of pages: a second click where pages are copied would be half of a double click, and leave marks as they are. */
export const OTHER_MARGIN = { x: 4, y: 900 };

/** The field of the bar that finds texts in a page, which stays open, and its box for capital letters. */
const FINDER = { x: 400, y: 62 };
const MATCH_CASE = { x: 1147, y: 62 };

/** Opens the bar that finds texts in a page. The keys that open it would close it again. */
export async function openFinder(screen: Screen): Promise<void> {
  await screen.keys("ctrl+f");
  await wait(DRAWN_MS);
  await screen.press(MATCH_CASE.x, MATCH_CASE.y);
}

async function find(screen: Screen, words: string, nth: number): Promise<void> {
  await screen.keys("End", "shift+Home");
  await screen.type(words);
  await wait(DRAWN_MS);
  for (let n = 1; n < nth; n += 1) await screen.keys("Return");
  await wait(DRAWN_MS);
}

/** What was found may stand half below the bar: the wheel brings it down. */
async function markSoon(screen: Screen): Promise<Box | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const box = markIn(await screen.pixels());
    if (box) return box;
    if (look === LOOKS / 2) await screen.wheelUp();
    await wait(LOOK_AGAIN_MS);
  }
  return null;
}

/** Where the words stand: the program marks them. */
export async function spot(
  screen: Screen,
  words: string,
  nth = 1,
): Promise<Box> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await screen.press(OTHER_MARGIN.x, OTHER_MARGIN.y - 60 * attempt);
    await screen.press(FINDER.x, FINDER.y);
    await find(screen, words, nth);
    const box = await markSoon(screen);
    if (box) return box;
  }
  throw new Error(`'${words}' is not found in the page`);
}
