import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { finishBuild, isFinished } from "./finish-build.mjs";

const SERVER_BUILD = "build/index.js";
const SHEETS = "public/build/_assets";
const SOURCES = [
  "app",
  "server",
  "public",
  "package.json",
  "package-lock.json",
  "postcss.config.js",
  "remix.config.js",
  "tailwind.config.ts",
  "tailwind.login.config.ts",
  "tsconfig.json",
];
/** Output of the build, and what never reaches it. */
const NOT_A_SOURCE = /^public\/build(\/|$)|\.test\.tsx?$|\/testing\//;
const LOCK = ".cache/build.lock";
const LOCK_EXPIRES_MS = 120_000;

function changedAt(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function newestSource() {
  const files = SOURCES.flatMap((source) => {
    if (changedAt(source) === 0) return [];
    if (!statSync(source).isDirectory()) return [source];
    return readdirSync(source, { recursive: true }).map((name) =>
      join(source, name).replaceAll("\\", "/"),
    );
  });
  return Math.max(
    ...files.filter((file) => !NOT_A_SOURCE.test(file)).map(changedAt),
  );
}

/** A build that was stopped half-way may have left the one part without the other. */
function isStale() {
  return changedAt(SHEETS) === 0 || changedAt(SERVER_BUILD) <= newestSource();
}

/** One builder at a time: two of them would write over each other's output. */
async function takeLock() {
  mkdirSync(".cache", { recursive: true });
  for (;;) {
    try {
      mkdirSync(LOCK);
      return () => rmSync(LOCK, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (Date.now() - changedAt(LOCK) > LOCK_EXPIRES_MS) {
      rmSync(LOCK, { recursive: true, force: true });
    } else {
      await wait(200);
    }
  }
}

function build() {
  const remix = join("node_modules", "@remix-run", "dev", "dist", "cli.js");
  const child = spawn(process.execPath, [remix, "build"], {
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`The build failed.\n${output}`)),
    );
  });
}

/**
 * Builds the portal where there is no build or a source is newer than it.
 * @param {() => void} [onBuild] called before a build begins
 * @returns {Promise<void>}
 */
export async function buildIfStale(onBuild) {
  if (!isStale() && isFinished()) return;
  const release = await takeLock();
  try {
    if (isStale()) {
      onBuild?.();
      await build();
    }
    if (!isFinished()) await finishBuild();
  } finally {
    release();
  }
}
