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
 * What is walked without scripts in every run: the way in and down, what the clock does, and forms of each kind. The tests
 * of the pages read the same HTML and post the same forms, so the others are walked in the long run alone.
 */
const WITHOUT_SCRIPTS = [
  "drill-down",
  "emergency-login",
  "groups",
  "keyboard-forms",
  "login",
  "organisation",
  "passkeys",
  "reports-config",
  "second-factor",
  "session-clock",
  "thin-line",
  "user-editor",
].map((name) => `**/${name}.spec.ts`);

/** What the server draws and sends, read in a browser: the tests of the pages would find most of its faults. */
const AT_LENGTH = [
  "after-hours",
  "audit-trail",
  "census",
  "change-password",
  "chart-geometry",
  "chart-notes",
  "cms-report-request",
  "cms-reports",
  "colours",
  "compare",
  "emergency-login",
  "error-pages",
  "export",
  "graphs",
  "groups",
  "huddle",
  "landing",
  "layout-shift",
  "medical-staff",
  "more-screens",
  "newer-data",
  "phones",
  "quality",
  "reports-config",
  "reviews",
  "second-factor",
  "senders",
  "sorting",
  "users",
].map((name) => `**/${name}.spec.ts`);

/** What is about scripts has no other side. */
const ABOUT_SCRIPTS = [
  "blocked-scripts",
  "colours",
  "explorable-chart",
  "held-figures",
  "late-panels",
  "layout-shift",
  "navigation",
  "newer-data",
  "no-connection",
  "oldest-browser",
  "saved-state",
  "senders",
  "slow-script",
  "take-over",
  "unsent-forms",
].map((name) => `**/${name}.spec.ts`);

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
      testIgnore: [
        ...AT_LENGTH,
        "**/text-browser.spec.ts",
        "**/screen-reader.spec.ts",
      ],
      use: { scripts: true },
    },
    {
      name: "more-with-scripts",
      dependencies: ["sign-in"],
      testMatch: AT_LENGTH,
      use: { scripts: true },
    },
    {
      name: "no-scripts",
      dependencies: ["sign-in"],
      testMatch: WITHOUT_SCRIPTS,
      use: NO_SCRIPTS,
    },
    {
      name: "more-without-scripts",
      dependencies: ["sign-in"],
      testIgnore: [
        ...WITHOUT_SCRIPTS,
        ...ABOUT_SCRIPTS,
        "**/text-browser.spec.ts",
        // The reader is itself a script, and blocks those of the product where a journey has none.
        "**/screen-reader.spec.ts",
      ],
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
