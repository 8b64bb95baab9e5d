import { spawn } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finishBuild, isFinished } from "./finish-build.mjs";
import { changedAt, newestSource, takeLock } from "./staleness.mjs";

const SERVER_BUILD = "build/index.js";
const SHEETS = "public/build/_assets";
const LOCK = ".cache/build.lock";
/** Is there from a build's begin to its end: one that was stopped half-way leaves files that are newer than their sources. */
const HALF_BUILT = ".cache/half-built";

/** True where the folder of a portal has no whole build, or a source that is newer. */
export function isStale(root = ".") {
  return (
    existsSync(join(root, HALF_BUILT)) ||
    changedAt(join(root, SHEETS)) === 0 ||
    changedAt(join(root, SERVER_BUILD)) <= newestSource(root)
  );
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
  const release = await takeLock(LOCK);
  try {
    if (isStale()) {
      onBuild?.();
      writeFileSync(HALF_BUILT, "");
      await build();
      rmSync(HALF_BUILT);
    }
    if (!isFinished()) await finishBuild();
  } finally {
    release();
  }
}
