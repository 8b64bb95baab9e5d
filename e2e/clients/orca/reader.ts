import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openFolders } from "../browsers/browser-client";
import { visitWith, type Visitor } from "../browsers/visitor";
import type { Journey, Stage } from "../client";
import { openDesktop, type Desktop } from "./desktop";
import type { Ear } from "./ear";

const KEY_TAKES_MS = 500;

/** Somebody who hears pages, and uses the keyboard. */
export interface Reader {
  visitor: Visitor;
  ear: Ear;
  /** Presses keys one after the other, and gives what was said then. */
  press(...keys: string[]): Promise<string[]>;
  /** Presses a key until something is said, and gives what was said with it. */
  pressUntil(key: string, phrase: RegExp): Promise<string[]>;
  /** Presses a key whose answer is waited for elsewhere. */
  pressKey(key: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Everything of the page that is open, from its top to its end. */
  readAll(): Promise<string[]>;
  /** Keeps what was heard as text. */
  keep(name: string, said: readonly string[]): void;
}

export type ReaderJourney = (reader: Reader, stage: Stage) => Promise<void>;

const MOST_KEYS = 60;

function readerAt({ ear, engine, keyboard }: Desktop, stage: Stage): Reader {
  async function press(...keys: string[]): Promise<string[]> {
    ear.forget();
    for (const key of keys) {
      keyboard.press(key);
      await wait(KEY_TAKES_MS);
    }
    return ear.heard();
  }
  return {
    ear,
    visitor: visitWith(engine, stage),
    press,
    async pressUntil(key, phrase) {
      for (let times = 0; times < MOST_KEYS; times += 1) {
        const said = await press(key);
        if (said.some((words) => phrase.test(words))) return said;
      }
      throw new Error(`${MOST_KEYS} times ${key}, and never '${phrase}'`);
    },
    async pressKey(key) {
      keyboard.press(key);
    },
    async type(text) {
      keyboard.type(text);
      await wait(KEY_TAKES_MS);
    },
    async readAll() {
      await press("ctrl+Home");
      ear.forget();
      keyboard.press("KP_Add");
      return ear.untilRead();
    },
    keep(name, said) {
      writeFileSync(
        path.join(stage.shown, `${name}.txt`),
        [...said, ""].join("\n"),
      );
    },
  };
}

/** A desktop of its own for each journey; what was said last is kept. */
export function atDesktop(journey: ReaderJourney): Journey {
  return async (stage) => {
    const desktop = await openDesktop(openFolders(stage.folder));
    try {
      await desktop.ear.untilQuiet();
      const reader = readerAt(desktop, stage);
      try {
        await journey(reader, stage);
      } finally {
        reader.keep("all", desktop.ear.everything());
        await reader.visitor.picture("end");
      }
      if (stage.line.errors.length > 0) {
        throw new Error(`scripts complained: ${stage.line.errors.join("; ")}`);
      }
    } finally {
      await desktop.stop();
    }
  };
}
