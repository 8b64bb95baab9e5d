import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { defineConfig } from "@playwright/test";
import type { ScriptsOption } from "./e2e/support/test";
import { findChromium } from "./scripts/find-chromium.mjs";
import { freePort } from "./scripts/free-port.mjs";

/** Playwright reads this file in every worker; what the first process chose is handed down in its environment. */
async function chooseOnce(): Promise<{ port: number; folder: string }> {
  const { E2E_PORT, E2E_FOLDER } = process.env;
  if (E2E_PORT && E2E_FOLDER) {
    return { port: Number(E2E_PORT), folder: E2E_FOLDER };
  }
  const port = await freePort();
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-e2e-"));
  process.env.E2E_PORT = String(port);
  process.env.E2E_FOLDER = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return { port, folder };
}

/**
 * When a journey is walked is what its tags say:
 *
 * - none: with scripts, in every run. What the server sends without them the tests of the pages read;
 * - `@at-length`: with scripts, in the long run alone;
 * - `@no-scripts`: without scripts as well, in every run;
 * - `@no-scripts-at-length`: without scripts as well, in the long run alone;
 * - `@no-scripts-alone`: never with scripts.
 */
const TAGS = {
  atLength: /@at-length/,
  noScripts: /@no-scripts( |$)/,
  noScriptsAtLength: /@no-scripts-at-length/,
  noScriptsAlone: /@no-scripts-alone/,
};

/** They run in no browser of ours, or are scripts themselves: each has a project of its own. */
const READERS = ["**/text-browser.spec.ts", "**/screen-reader.spec.ts"];

const NO_SCRIPTS = { scripts: false, javaScriptEnabled: false };

const { port, folder } = await chooseOnce();
const baseURL = `http://127.0.0.1:${port}`;

export default defineConfig<ScriptsOption>({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: true,
  workers: availableParallelism(),
  // Limits against hanging, not measures.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL,
    // A trace doubles a journey's time: --trace=retain-on-failure records a red one again.
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // A page lives for a second or two: what would pay later costs a fifth of the run.
        "--in-process-gpu",
        "--disable-gpu-compositing",
        "--disable-software-rasterizer",
        "--js-flags=--no-opt",
      ],
    },
  },
  projects: [
    { name: "sign-in", testMatch: "sign-in.setup.ts" },
    {
      name: "scripts",
      dependencies: ["sign-in"],
      testIgnore: READERS,
      grepInvert: [TAGS.atLength, TAGS.noScriptsAlone],
      use: { scripts: true },
    },
    {
      name: "more-with-scripts",
      dependencies: ["sign-in"],
      testIgnore: READERS,
      grep: TAGS.atLength,
      grepInvert: TAGS.noScriptsAlone,
      use: { scripts: true },
    },
    {
      name: "no-scripts",
      dependencies: ["sign-in"],
      grep: TAGS.noScripts,
      use: NO_SCRIPTS,
    },
    {
      name: "more-without-scripts",
      dependencies: ["sign-in"],
      grep: TAGS.noScriptsAtLength,
      use: NO_SCRIPTS,
    },
    {
      name: "screen-reader",
      dependencies: ["sign-in"],
      testMatch: "screen-reader.spec.ts",
      use: { scripts: true },
    },
    {
      name: "text-browser",
      dependencies: ["sign-in"],
      testMatch: "text-browser.spec.ts",
      grepInvert: TAGS.noScriptsAtLength,
    },
  ],
  // The product as `npm start` runs it, on a demo organisation of its own.
  webServer: {
    command: "node scripts/start.mjs",
    url: `${baseURL}/readiness`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: {
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: path.join(folder, "data"),
      // Some hundred passwords are checked and stored: what one costs is asked elsewhere.
      NODE_OPTIONS: `--import=${pathToFileURL("tests/pages/support/quick-hashes.mjs").href}`,
    },
  },
});
