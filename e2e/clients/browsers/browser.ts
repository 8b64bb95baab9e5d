import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Stage } from "../client";
import { ERRORS_PATH } from "../page-errors";
import type { Engine, EngineFolders } from "./engine";
import { visitWith, type Visitor } from "./visitor";

/** A browser that users have, and how it is driven. */
export interface Browser {
  /** As `--client=` has it. */
  name: string;
  /** Debian packages that it takes. */
  packages: readonly string[];
  /** Whether everything that it takes is on this machine. */
  isHere(): boolean;
  /** Program and version, with the engine's where that has one of its own: 'Firefox 153.7.0esr'. */
  version(): Promise<string>;
  open(folders: EngineFolders): Promise<Engine>;
}

export type BrowserJourney = (
  visitor: Visitor,
  stage: Stage & EngineFolders,
) => Promise<void>;

const ERRORS_WITHIN_MS = 5_000;
const LAST_WORD = "That is all.";

/** Folders of a browser that nobody has used. */
function openFolders(folder: string): EngineFolders {
  const folders = {
    profile: path.join(folder, "profile"),
    downloads: path.join(folder, "downloads"),
  };
  for (const one of Object.values(folders)) mkdirSync(one);
  return folders;
}

/** What the scripts of any page have complained about. Pages tell it themselves, so that the last word is waited for. */
async function complaints(visitor: Visitor, { line }: Stage): Promise<string> {
  const send = (to: string, word: string) => navigator.sendBeacon(to, word);
  await visitor.run(send, ERRORS_PATH, LAST_WORD).catch(() => false);
  const end = Date.now() + ERRORS_WITHIN_MS;
  while (!line.errors.includes(LAST_WORD) && Date.now() < end) await wait(20);
  return line.errors.filter((error) => error !== LAST_WORD).join("; ");
}

/** Goes a journey in a browser of its own, with nothing kept from the one before; rejects with what went wrong. */
export async function goJourney(
  browser: Browser,
  journey: BrowserJourney,
  stage: Stage,
): Promise<void> {
  const folders = openFolders(stage.folder);
  const engine = await browser.open(folders);
  const visitor = visitWith(engine, stage);
  const problems: string[] = [];
  try {
    await journey(visitor, { ...stage, ...folders }).catch((error: unknown) => {
      problems.push(error instanceof Error ? error.message : String(error));
    });
    await visitor.picture("end").catch(() => undefined);
    const complained = await complaints(visitor, stage);
    if (complained) problems.push(`scripts complained: ${complained}`);
  } finally {
    await engine.close();
  }
  if (problems.length > 0) throw new Error(problems.join("; "));
}
