/**
 * Compiles TypeScript that runs as a process of its own: the data server's commands, and what the tests start. A
 * command that was compiled starts in a tenth of the time that a loader of TypeScript takes for it.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { changedAt, newestSource, takeLock } from "./staleness.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const OUTPUT = join(ROOT, "build/commands");

/** Libraries of hundreds of small files: reading them one by one took half the time of a start. */
const BUNDLED = ["date-fns", "hono", "jose", "kysely"];

/** What people and `npm start` run, by its name. */
const COMMANDS = {
  api: "server/standalone.ts",
  backup: "server/backup/command.ts",
  "check-figures": "server/measures/check-command.ts",
  "create-user": "server/users-command/command.ts",
  feed: "server/messages/command.ts",
  "feed-send": "server/messages/send-command.ts",
  forget: "server/forget/command.ts",
  import: "server/imports/command.ts",
  "import-cms": "server/imports/cms-command.ts",
  "import-ratings": "server/imports/ratings-command.ts",
  "import-reports": "server/imports/reports-command.ts",
  "move-to-postgres": "server/move/command.ts",
  prepare: "server/prepare.ts",
  restore: "server/backup/restore-command.ts",
  settings: "app/contract/settings.ts",
};

function packagesLeftAlone() {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  return Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !BUNDLED.includes(name),
  );
}

/**
 * Compiles entries of the project into a folder within it: by their names, or in the tree of their sources where they
 * are a list. Most packages stay where they are.
 */
export async function compile(entryPoints, outdir) {
  await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    outbase: ROOT,
    bundle: true,
    splitting: true,
    external: packagesLeftAlone(),
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
}

async function compileIfStale() {
  // Written last: without it the folder may hold a part.
  const mark = join(OUTPUT, "compiled");
  const isStale = () => changedAt(mark) <= newestSource(ROOT);
  if (!isStale()) return;
  const release = await takeLock(join(ROOT, ".cache/compile.lock"));
  try {
    if (!isStale()) return;
    rmSync(OUTPUT, { recursive: true, force: true });
    await compile(COMMANDS, OUTPUT);
    writeFileSync(mark, "");
  } finally {
    release();
  }
}

/** The compiled file of a command: compiled where there is none, or a source is newer. Throws for a name of none. */
export async function compiledCommand(name) {
  if (!Object.hasOwn(COMMANDS, name)) {
    throw new Error(
      `There is no command ${name}, but ${Object.keys(COMMANDS).join(", ")}.`,
    );
  }
  await compileIfStale();
  return join(OUTPUT, `${name}.js`);
}
