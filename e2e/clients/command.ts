import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "../../scripts/free-port.mjs";
import { chromium } from "./browsers/chromium";
import type { Browser } from "./browsers/engine";
import { firefox } from "./browsers/firefox";
import { JOURNEYS, type Journey } from "./browsers/journeys";
import { qtWebengine } from "./browsers/qt-webengine";
import { Visitor } from "./browsers/visitor";
import { webkit } from "./browsers/webkit";
import { ERRORS_PATH, openLine, type Line } from "./line";
import { startProgram } from "./program";

const CLIENTS = [chromium, qtWebengine, firefox, webkit];

/** By the signal that a shell reports: 128 and its number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

const ERRORS_WITHIN_MS = 5_000;
const LAST_WORD = "That is all.";

/** The names of a list with commas, or all; throws with those that there are where one is not. */
function chosen(
  what: string,
  list: string | undefined,
  all: readonly string[],
): string[] {
  const names = list ? list.split(",") : [...all];
  const odd = names.find((name) => !all.includes(name));
  if (odd === undefined) return names;
  throw new Error(`No ${what} '${odd}'. There are ${all.join(", ")}.`);
}

/** Starts the built portal on a demo organisation of its own, and gives its port. */
async function startPortal(folder: string): Promise<number> {
  const port = await freePort();
  await startProgram(process.execPath, ["scripts/start.mjs"], {
    ready: `http://127.0.0.1:${port}/readiness`,
    env: {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: path.join(folder, "data"),
    },
  });
  return port;
}

/** As Debian has them: 'firefox-esr 153.7.0esr-1'. Null where one is not installed. */
function versionsOf(packages: readonly string[]): string | null {
  const { status, stdout } = spawnSync("dpkg-query", ["-W", ...packages], {
    encoding: "utf8",
  });
  // One that is known and not installed has no version.
  const areAllHere = status === 0 && !/\t$/m.test(stdout);
  return areAllHere ? stdout.trim().replaceAll(/\s+/g, " ") : null;
}

/** What the scripts of any page have complained about. Pages tell it themselves, so that the last word is waited for. */
async function complaints(visitor: Visitor, line: Line): Promise<string[]> {
  const send = (to: string, word: string) => navigator.sendBeacon(to, word);
  await visitor.run(send, ERRORS_PATH, LAST_WORD).catch(() => false);
  const end = Date.now() + ERRORS_WITHIN_MS;
  while (!line.errors.includes(LAST_WORD) && Date.now() < end) await wait(20);
  return line.errors
    .filter((error) => error !== LAST_WORD)
    .map((error) => `scripts complained: ${error}`);
}

/** Goes a journey in a browser of its own, with nothing kept from the one before, and gives what went wrong. */
async function problemsOf(
  browser: Browser,
  journey: Journey,
  line: Line,
  folder: string,
): Promise<string[]> {
  const profile = path.join(folder, "profile");
  const downloads = path.join(folder, "downloads");
  for (const one of [profile, downloads]) {
    mkdirSync(one, { recursive: true });
  }
  line.errors.length = 0;
  const engine = await browser.open({ profile, downloads });
  const visitor = new Visitor(engine, line.origin);
  try {
    const failed = await journey(visitor, { profile, downloads, line }).then(
      () => [],
      (error: unknown) => [String(error)],
    );
    return [...failed, ...(await complaints(visitor, line))];
  } finally {
    await engine.close();
    await line.mend();
  }
}

/** Takes a browser through the journeys, one after the other, and tells of each. */
async function runClient(
  browser: Browser,
  journeys: readonly string[],
  line: Line,
  folder: string,
): Promise<void> {
  const { name, packages } = browser;
  const say = (told: string) => process.stdout.write(`${name}: ${told}\n`);
  const versions = versionsOf(packages);
  if (versions === null) {
    say(`not here: apt-get install ${packages.join(" ")}`);
    return;
  }
  say(versions);
  for (const journey of journeys) {
    const startedAt = Date.now();
    const own = path.join(folder, `${name}-${journey}`);
    const problems = await problemsOf(
      browser,
      JOURNEYS[journey]!,
      line,
      own,
    ).catch((error: unknown) => [String(error)]);
    if (problems.length > 0) process.exitCode = 1;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    say(`${journey} ${problems.join("; ") || "held"} (${seconds} s)`);
    // A program that ends late may still write there.
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * `npm run test:clients [-- --client=a,b --journey=c,d]`: takes browsers that users really have through the built portal,
 * and says of each what held.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { client: { type: "string" }, journey: { type: "string" } },
  });
  const names = CLIENTS.map(({ name }) => name);
  const wanted = chosen("client", values.client, names);
  const journeys = chosen("journey", values.journey, Object.keys(JOURNEYS));
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-clients-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => process.exit(code));
  }
  const line = await openLine(await startPortal(folder));
  for (const client of CLIENTS.filter(({ name }) => wanted.includes(name))) {
    await runClient(client, journeys, line, folder);
  }
  process.exit();
}

await main();
