import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { savedFile } from "../saved-file";
import type { Stage } from "../client";
import { DRAWN_MS, OTHER_MARGIN, spot } from "./finder";
import type { Screen } from "./screen";

const WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 150;
const LOOKS = 8;

/** A place of the window where pages have their margin. */
const MARGIN = { x: 4, y: 960 };

const NOTHING = "nothing was copied";

interface Found {
  /** Which of several, from 1. */
  nth?: number;
}

/** Somebody at NetSurf's window, who presses what is written there. */
export interface Reader {
  open(to: string): Promise<void>;
  /** The whole page as the program copies it. */
  text(): Promise<string>;
  /** Waits until the page has it. */
  see(text: string | RegExp): Promise<string>;
  /** Presses the words, which the program finds, and brings into sight. */
  press(words: string, which?: Found): Promise<void>;
  /** Types into the field below its label. */
  fill(label: string, text: string, which?: Found): Promise<void>;
  /** Types into the field after the one that was filled last. */
  fillNext(text: string): Promise<void>;
  /** Takes an option of the list below its label, by its number from 1. */
  choose(label: string, option: number): Promise<void>;
  /** Waits until the server was asked for it, once more than before. */
  asked(what: RegExp): Promise<void>;
  /** Brings the words into sight. */
  spotted(words: string): Promise<void>;
  /** Takes the file that the program asks about. */
  save(ending: string): Promise<Buffer>;
  /** Presses Enter where the last field was filled. */
  enter(): Promise<void>;
  until(what: string, isSo: () => Promise<boolean>): Promise<void>;
  picture(name: string): Promise<void>;
  screen: Screen;
}

export function readerOf(
  screen: Screen,
  { origin, line, folder, shown }: Stage,
): Reader {
  let seen = 0;

  async function until(
    what: string,
    isSo: () => Promise<boolean>,
  ): Promise<void> {
    const end = Date.now() + WITHIN_MS;
    while (!(await isSo().catch(() => false))) {
      if (Date.now() > end) throw new Error(`no ${what}`);
      await wait(LOOK_AGAIN_MS);
    }
  }

  async function asked(what: RegExp): Promise<void> {
    await until(`request like ${what}`, async () => {
      const at = line.asked.findIndex((one, n) => n >= seen && what.test(one));
      if (at >= 0) seen = at + 1;
      return at >= 0;
    });
  }

  async function text(): Promise<string> {
    await screen.setClipboard(NOTHING);
    let copied = NOTHING;
    await until("text of the page", async () => {
      await screen.press(MARGIN.x, MARGIN.y);
      await screen.keys("ctrl+a", "ctrl+c");
      copied = await copiedNow();
      await screen.press(OTHER_MARGIN.x, OTHER_MARGIN.y);
      return copied !== NOTHING;
    });
    return copied.replaceAll(/\s+/g, " ").trim();
  }

  /** A page that comes meanwhile takes the marks away, and nothing is copied: whoever asked tries again. */
  async function copiedNow(): Promise<string> {
    for (let look = 0; look < LOOKS; look += 1) {
      await wait(LOOK_AGAIN_MS);
      const copied = await screen.clipboard();
      if (copied !== NOTHING) return copied;
    }
    return NOTHING;
  }

  async function see(wanted: string | RegExp): Promise<string> {
    let last = "";
    const isThere = async () => {
      last = await text();
      return typeof wanted === "string"
        ? last.includes(wanted)
        : wanted.test(last);
    };
    await until(`text ${wanted}`, isThere).catch((error: unknown) => {
      throw new Error(`${String(error)} in '${last.slice(-200)}'`);
    });
    return last;
  }

  async function press(words: string, which: Found = {}): Promise<void> {
    const { x, y, width, height } = await spot(screen, words, which.nth);
    await screen.press(x + width / 2, y + height / 2);
  }

  async function pressBelow(label: string, which: Found = {}): Promise<void> {
    const { x, y, height } = await spot(screen, label, which.nth);
    await screen.press(x + 20, y + height + 20);
    await wait(DRAWN_MS);
  }

  return {
    screen,
    until,
    asked,
    text,
    see,
    press,
    async open(to) {
      await screen.keys("ctrl+l", "End", "shift+Home");
      await screen.type(origin + to);
      await screen.keys("Return");
      await asked(/^GET /);
    },
    async fill(label, typed, which) {
      await pressBelow(label, which);
      await screen.keys("ctrl+a", "BackSpace");
      await screen.type(typed);
    },
    async fillNext(typed) {
      await screen.keys("Tab", "ctrl+a", "BackSpace");
      await screen.type(typed);
    },
    async choose(label, option) {
      await pressBelow(label);
      await screen.keys(...Array<string>(option).fill("Down"), "Return");
      await wait(DRAWN_MS);
    },
    async spotted(words) {
      await spot(screen, words);
    },
    async save(ending) {
      await until("question what to do with a file", async () => {
        return (await screen.question()) !== null;
      });
      await screen.picture(path.join(shown, "download.png"));
      const box = await screen.question();
      // The button to save stands at the left below.
      if (box)
        await screen.press(box.x + box.width / 6, box.y + box.height - 14);
      return (await savedFile(folder, ending)).content;
    },
    async enter() {
      await screen.keys("Return");
    },
    async picture(name) {
      await screen.picture(path.join(shown, `${name}.png`));
    },
  };
}
