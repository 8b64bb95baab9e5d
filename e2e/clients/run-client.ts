import { mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PASSWORD } from "../support/accounts";
import { goJourney, type Browser } from "./browsers/browser";
import { BROWSER_JOURNEYS } from "./browsers/journeys";
import type { JourneyName } from "./client";
import { openLine, type Line } from "./line";
import type { Portal } from "./portal";
import { isInterrupted } from "./running";

/** A limit against hanging. */
const JOURNEY_WITHIN_MS = 600_000;
const LONGEST_REASON = 240;
const MOST_TRIES = 5;
const SHOWN = "test-results/clients";

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > LONGEST_REASON
    ? `${line.slice(0, LONGEST_REASON)}…`
    : line;
}

/** Rejects when the journey takes too long; the journey itself closes what it opened. */
async function inTime(journey: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => fail(new Error("it took longer than ten minutes")),
      JOURNEY_WITHIN_MS,
    );
  });
  await Promise.race([journey, late]).finally(() => clearTimeout(timer));
}

/** A program that ends late may still write there. What cannot be removed is said, and the walk goes on. */
async function remove(folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === MOST_TRIES) {
        process.stderr.write(`${folder} is left: ${reasonOf(error)}\n`);
        return;
      }
      await wait(1_000);
    }
  }
}

/** Why the journey failed; null where it did not. */
async function failureOf(
  browser: Browser,
  journey: JourneyName,
  { line, shown }: { line: Line; shown: string },
): Promise<string | null> {
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-client-"));
  mkdirSync(shown, { recursive: true });
  line.errors.length = 0;
  try {
    await inTime(
      goJourney(browser, BROWSER_JOURNEYS[journey], {
        origin: line.origin,
        line,
        folder,
        shown,
        demo: (username) => ({ username, password: PASSWORD }),
      }),
    );
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await line.mend();
    line.setFault("none");
    await remove(folder);
  }
}

/** Takes a browser through the journeys, one after the other, and tells of each. False where one failed. */
export async function runClient(
  browser: Browser,
  names: readonly JourneyName[],
  { port }: Portal,
): Promise<boolean> {
  const { name, packages, isHere, version } = browser;
  const say = (told: string) => process.stdout.write(`${name}: ${told}\n`);
  if (!isHere()) {
    say(`not here: apt-get install ${packages.join(" ")}`);
    return true;
  }
  say(await version().catch(reasonOf));
  const line = await openLine(port);
  let isWhole = true;
  try {
    for (const journey of names) {
      if (isInterrupted()) break;
      const startedAt = Date.now();
      const shown = path.join(SHOWN, name, journey);
      const failure = await failureOf(browser, journey, { line, shown });
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      isWhole &&= failure === null;
      say(`${journey} ${failure ?? "held"} (${seconds} s)`);
    }
  } finally {
    await line.close();
  }
  return isWhole;
}
