import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

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
const NOT_A_SOURCE = /(^|\/)public\/build(\/|$)|\.test\.tsx?$|\/testing\//;
const LOCK_EXPIRES_MS = 120_000;

/** When a file was last written, or 0 where there is none. */
export function changedAt(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** When the source of the product that changed last was written. */
export function newestSource(root = ".") {
  const files = SOURCES.map((name) => join(root, name)).flatMap((source) => {
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

/** One builder at a time: two of them would write over each other's output. Resolves with what gives the lock back. */
export async function takeLock(lock) {
  mkdirSync(dirname(lock), { recursive: true });
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (Date.now() - changedAt(lock) > LOCK_EXPIRES_MS) {
      rmSync(lock, { recursive: true, force: true });
    } else {
      await wait(200);
    }
  }
}
