import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "../../scripts/free-port.mjs";
import { chromium, chromium87 } from "./browsers/chromium";
import type { Browser } from "./browsers/engine";
import { firefox } from "./browsers/firefox";
import { JOURNEYS, type Journey } from "./browsers/journeys";
import { Visitor } from "./browsers/visitor";
import { webkit } from "./browsers/webkit";
import { ERRORS_PATH, openLine, type Line } from "./line";
import { startProgram } from "./program";

const CLIENTS = [chromium, chromium87, firefox, webkit];

const ERRORS_WITHIN_MS = 5_000;
const LAST_WORD = "That is all.";

/** Reads names separated by commas; all of them by default. */
function chosen(
  what: string,
  list: string | undefined,
  all: readonly string[],
): readonly string[] {
  const names = list?.split(",") ?? all;
  const odd = names.find((name) => !all.includes(name));
  if (odd === undefined) return names;
  throw new Error(`No ${what} '${odd}'. There are ${all.join(", ")}.`);
}

/** Starts the built portal with a demo organisation of its own, and returns its port. */
async function startPortal(folder: string): Promise<number> {
  const port = await freePort();
  await startProgram(
    [process.execPath, "scripts/start.mjs"],
    `http://127.0.0.1:${port}/readiness`,
    {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: path.join(folder, "data"),
    },
  );
  return port;
}

/** Returns 'firefox-esr 153.7.0esr-1', or null if a package is not installed. */
function versionsOf(packages: readonly string[]): string | null {
  const { status, stdout } = spawnSync("dpkg-query", ["-W", ...packages], {
    encoding: "utf8",
  });
  // Packages that dpkg knows but has not installed have no version.
  const areAllHere = status === 0 && !/\t$/m.test(stdout);
  return areAllHere ? stdout.trim().replaceAll(/\s+/g, " ") : null;
}

/** Returns what scripts complained about. The page sends a last word, so no earlier report is still on its way. */
async function complaints(visitor: Visitor, line: Line): Promise<string[]> {
  const send = (to: string, word: string) => navigator.sendBeacon(to, word);
  await visitor.run(send, ERRORS_PATH, LAST_WORD).catch(() => false);
  const end = Date.now() + ERRORS_WITHIN_MS;
  while (!line.errors.includes(LAST_WORD) && Date.now() < end) await wait(20);
  return line.errors
    .filter((error) => error !== LAST_WORD)
    .map((error) => `scripts complained: ${error}`);
}

/** Runs a journey in a new browser profile and returns what went wrong. */
async function problemsOf(
  browser: Browser,
  journey: Journey,
  line: Line,
  folder: string,
): Promise<string[]> {
  const profile = path.join(folder, "profile");
  const downloads = path.join(folder, "downloads");
  mkdirSync(profile, { recursive: true });
  mkdirSync(downloads);
  line.errors.length = 0;
  const engine = await browser.open({ profile, downloads });
  const visitor = new Visitor(engine, line.origin);
  const problems: string[] = [];
  try {
    await journey(visitor, { downloads, line }).catch((error: unknown) => {
      problems.push(String(error));
    });
    return [...problems, ...(await complaints(visitor, line))];
  } finally {
    await engine.close();
    await line.mend();
  }
}

async function runClient(
  browser: Browser,
  journeys: readonly string[],
  line: Line,
  folder: string,
): Promise<void> {
  const { name, packages } = browser;
  const say = (words: string) => process.stdout.write(`${name}: ${words}\n`);
  const versions = versionsOf(packages);
  say(versions ?? `not here: apt-get install ${packages.join(" ")}`);
  for (const journey of versions === null ? [] : journeys) {
    const startedAt = Date.now();
    const own = path.join(folder, `${name}-${journey}`);
    const run = problemsOf(browser, JOURNEYS[journey]!, line, own);
    const problems = await run.catch((error: unknown) => [String(error)]);
    if (problems.length > 0) process.exitCode = 1;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    say(`${journey} ${problems.join("; ") || "held"} (${seconds} s)`);
    // A process of the browser may still write there.
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** `npm run test:clients [-- --client=a,b --journey=c,d]` */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { client: { type: "string" }, journey: { type: "string" } },
  });
  const names = CLIENTS.map(({ name }) => name);
  const wanted = chosen("client", values.client, names);
  const journeys = chosen("journey", values.journey, Object.keys(JOURNEYS));
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-clients-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => process.exit(1));
  }
  const line = await openLine(await startPortal(folder));
  for (const client of CLIENTS.filter(({ name }) => wanted.includes(name))) {
    await runClient(client, journeys, line, folder);
  }
  process.exit();
}

await main();
