import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Stage } from "../client";
import {
  lastNumberOf,
  menuOf,
  numberAfter,
  numberOf,
  valueOf,
  wordsOf,
} from "./screen";
import type { Terminal } from "./terminal";
import type { TextProgram } from "./text-program";

const WITHIN_MS = 15_000;
const LOOK_MS = 100;

/** Somebody who reads screens, and goes by what stands on them. */
export interface Reader {
  /** The whole screen, as soon as it stands still. */
  screen(): Promise<string>;
  /** Waits for the words, however lines break; throws when they do not come. */
  see(words: string | RegExp, withinMs?: number): Promise<RegExpExecArray>;
  miss(words: string | RegExp): Promise<void>;
  /** Waits until the words are not shown any more. */
  gone(words: string | RegExp): Promise<void>;
  /** Follows the link or presses the button that begins so, of several the last where asked; what it leads to has to be waited for. */
  follow(text: string | RegExp, which?: "first" | "last"): Promise<void>;
  /** Follows the first link that begins so after a text: links of one name stand below different headings. */
  followBelow(heading: string, text: string): Promise<void>;
  /** Follows the first link, button or box after a text. */
  followAfter(text: string | RegExp): Promise<void>;
  /** Types into the field after its label. */
  fill(label: string, value: string): Promise<void>;
  /** Takes a choice of the select after its label. */
  choose(label: string, choice: string): Promise<void>;
  valueOf(label: string): Promise<string>;
  open(path: string): Promise<void>;
  /** Waits until the browser says that nobody answers, and goes back to the page that it is at. */
  dismissFailure(): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Saves the file that the link leads to, under the name that is offered. */
  download(text: string | RegExp): Promise<void>;
  /** Waits until the server was asked for this. */
  asked(what: RegExp): Promise<void>;
  /** Keeps the screen for whoever wants to look at it. */
  keep(name: string): Promise<void>;
}

async function until<Found>(
  look: () => Promise<Found | null>,
  failure: () => Promise<string>,
  withinMs = WITHIN_MS,
): Promise<Found> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(await failure());
    await wait(LOOK_MS);
  }
}

function matchIn(text: string, words: string | RegExp): RegExpExecArray | null {
  if (words instanceof RegExp) return words.exec(text);
  const index = text.indexOf(words);
  return index < 0 ? null : /^.*$/s.exec(words);
}

/** The last lines tell what became of it. */
function endOf(screen: string): string {
  return screen.trimEnd().slice(-160);
}

export function readWith(
  program: TextProgram,
  terminal: Terminal,
  { origin, line, shown }: Stage,
): Reader {
  const screen = () => terminal.settled();
  const find = (what: string | RegExp, how: typeof numberOf) =>
    until(
      async () => how(await screen(), what),
      async () => `no link or field '${what}': ${endOf(await screen())}`,
    );
  const keep = async (name: string) =>
    writeFileSync(
      path.join(shown, `${name}.txt`),
      `${(await screen()).trimEnd()}\n`,
    );
  return {
    screen,
    keep,
    see: (words, withinMs) =>
      until(
        async () => matchIn(wordsOf(await screen()), words),
        async () => `'${words}' was not shown: ${endOf(await screen())}`,
        withinMs,
      ),
    async miss(words) {
      if (matchIn(wordsOf(await screen()), words)) {
        throw new Error(`'${words}' is shown`);
      }
    },
    async gone(words) {
      await until(
        async () => (matchIn(wordsOf(await screen()), words) ? null : true),
        async () => `'${words}' is still shown`,
      );
    },
    async follow(text, which = "first") {
      const how = which === "last" ? lastNumberOf : numberOf;
      await program.activate(terminal, await find(text, how));
    },
    async followBelow(heading, text) {
      const below = (all: string) =>
        all.slice(Math.max(0, all.indexOf(heading)));
      await program.activate(
        terminal,
        await find(text, (all, what) => numberOf(below(all), what)),
      );
    },
    async followAfter(text) {
      await program.activate(terminal, await find(text, numberAfter));
    },
    async fill(label, value) {
      await program.fill(terminal, await find(label, numberAfter), value);
    },
    async choose(label, choice) {
      await program.activate(terminal, await find(label, numberAfter));
      const at = await until(
        async () => {
          const place = menuOf(await screen()).indexOf(choice);
          return place < 0 ? null : place;
        },
        async () =>
          `no choice '${choice}' in [${menuOf(await screen()).join()}]`,
      );
      await terminal.press("Home", ...Array<string>(at).fill("Down"), "Enter");
      await screen();
    },
    async valueOf(label) {
      return valueOf(await screen(), await find(label, numberAfter));
    },
    async open(to) {
      await program.open(terminal, origin + to);
    },
    dismissFailure: () => program.dismissFailure(terminal),
    async reload() {
      await screen();
      await program.reload(terminal);
    },
    async back() {
      await screen();
      await program.back(terminal);
    },
    async download(text) {
      await program.download(terminal, await find(text, numberOf));
    },
    async asked(what) {
      await until(
        async () => line.asked.find((one) => what.test(one)) ?? null,
        async () => `the server was not asked for ${what}`,
      );
    },
  };
}
