import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { phrasesOf, type Phrase } from "./heard";

const WITHIN_MS = 60_000;
const QUIET_MS = 1_500;
const LISTEN_AGAIN_MS = 50;

/** Whoever listens to Orca. */
export interface Ear {
  /** Everything up to now is old news. */
  forget(): void;
  /** What was said since this began. */
  everything(): string[];
  /** What was said since it was told to forget. */
  heard(): string[];
  /** What was said since, as soon as something was and nothing more comes. */
  untilQuiet(): Promise<string[]>;
  /** What was said since, when a page was read to its end. */
  untilRead(): Promise<string[]>;
  /** Waits for a phrase. */
  untilHeard(phrase: RegExp): Promise<void>;
}

export function listenTo(file: string): Ear {
  let from = 0;
  const all = () =>
    phrasesOf(existsSync(file) ? readFileSync(file, "utf8") : "");
  const fresh = () => all().slice(from);
  const wordsOf = (phrases: Phrase[]) =>
    phrases.map(({ words }) => words).filter(Boolean);
  const heard = () => wordsOf(fresh());

  async function until(isEnough: () => boolean, what: string): Promise<void> {
    let end = Date.now() + WITHIN_MS;
    let count = fresh().length;
    while (!isEnough()) {
      // A long list is read for as long as it goes on.
      if (fresh().length > count) {
        count = fresh().length;
        end = Date.now() + WITHIN_MS;
      }
      if (Date.now() > end) {
        const last = heard().slice(-3).join(" | ");
        throw new Error(`Orca never ${what}; last it said '${last}'`);
      }
      await wait(LISTEN_AGAIN_MS);
    }
  }

  async function hush(): Promise<string[]> {
    let before = -1;
    let since = Date.now();
    await until(() => {
      const now = fresh().length;
      if (now !== before) since = Date.now();
      before = now;
      return now > 0 && Date.now() - since > QUIET_MS;
    }, "stopped speaking");
    return heard();
  }

  return {
    heard,
    everything: () => wordsOf(all()),
    forget() {
      from = all().length;
    },
    untilQuiet: hush,
    async untilRead() {
      await until(() => fresh().some(({ how }) => how === "end"), "read it");
      return hush();
    },
    untilHeard: (phrase) =>
      until(
        () => heard().some((words) => phrase.test(words)),
        `said ${phrase}`,
      ),
  };
}
