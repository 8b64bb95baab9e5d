/**
 * `npm test`: the whole gate. Every step runs even when an earlier one failed, so that one run tells everything.
 * `npm test -- --only=lint,unit` runs the named steps alone.
 */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finishBuild } from "./finish-build.mjs";
import { findOrInstallChromium } from "./find-chromium.mjs";
import { endCommands, run } from "./run-command.mjs";
import { playwrightCounts, vitestCounts } from "./test-counts.mjs";
import { findPostgres } from "./test-postgres.mjs";

const reports = mkdtempSync(join(tmpdir(), "sojourn-test-"));
const results = [];
let isStopping = false;
function check(command, ...args) {
  return () => run(command, args);
}

async function build() {
  const { ok, output } = await run("remix", ["build"], {
    env: { NODE_ENV: "production" },
  });
  await finishBuild();
  const warned = /\bwarn(ing)?\b|▲/i.test(output);
  return {
    ok: ok && !warned,
    output: warned ? output + "\nA warning fails the build.\n" : output,
  };
}

/** Runs a test runner that leaves a JSON report; no report is one failure. */
async function tests(command, args, env, reportName, countsOf) {
  const file = join(reports, reportName);
  const { ok } = await run(command, args(file), { env: env(file), live: true });
  if (!existsSync(file)) {
    return { ok: false, counts: { passed: 0, failed: 1, skipped: 0 } };
  }
  const counts = countsOf(JSON.parse(readFileSync(file, "utf8")));
  if (!ok && counts.failed === 0) counts.failed = 1;
  return { ok: ok && counts.failed === 0, counts };
}

function vitest(reportName, extraArgs = [], env = {}) {
  return tests(
    "vitest",
    (file) => [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...extraArgs,
    ],
    () => env,
    reportName,
    vitestCounts,
  );
}

/** Test files that ask which database to run on, or need PostgreSQL; the others have had their run. */
function testsOnPostgres() {
  return ["server", join("tests", "processes")]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) =>
      /\b(TEST_DIALECTS|testDatabaseUrl|createThrowAwaySchema)\b/.test(
        readFileSync(file, "utf8"),
      ),
    );
}

async function onPostgres() {
  const postgres = await findPostgres();
  if (postgres.missing) {
    return { skipped: true, note: `no PostgreSQL: ${postgres.missing}` };
  }
  process.stdout.write(`On PostgreSQL: ${postgres.description}\n`);
  try {
    const result = await vitest("postgres.json", testsOnPostgres(), {
      TEST_DATABASE_URL: postgres.url,
    });
    return { ...result, note: postgres.description };
  } finally {
    await postgres.end();
  }
}

async function inBrowser() {
  const chromium = await findOrInstallChromium();
  process.stdout.write(`In ${chromium}\n`);
  const result = await tests(
    "playwright",
    () => ["test", "--reporter=list,json"],
    (file) => ({ CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
    "playwright.json",
    playwrightCounts,
  );
  return { ...result, note: chromium };
}

const FORMAT = {
  name: "format",
  run: check("prettier", "--check", "--log-level", "warn", "."),
};
const LINT = { name: "lint", run: check("eslint", "--max-warnings", "0", ".") };
const TYPES = { name: "types", run: check("tsc", "--noEmit") };
const BOUNDARIES = {
  name: "boundaries",
  run: check(
    "depcruise",
    "app",
    "server",
    "mocks",
    "--config",
    ".dependency-cruiser.cjs",
  ),
};
const UNUSED = { name: "unused", run: check("knip") };
const PINS = { name: "pins", run: check("node", "scripts/check-pins.mjs") };
const BUILD = { name: "build", run: build };
const BUNDLE = {
  name: "bundle",
  run: check("node", "scripts/check-bundle.mjs"),
};
const FLOOR = { name: "floor", run: check("node", "scripts/check-floor.mjs") };
const UNIT = {
  name: "unit",
  live: true,
  tests: true,
  run: () => vitest("unit.json"),
};
const POSTGRES = { name: "postgres", live: true, tests: true, run: onPostgres };
const BROWSER = { name: "browser", live: true, tests: true, run: inBrowser };

/** Stages run one after the other; the lanes of a stage side by side, which suits two cores. */
const STAGES = [
  [
    [LINT, BOUNDARIES],
    [BUILD, BUNDLE, FLOOR, TYPES, UNUSED, PINS, FORMAT],
  ],
  [[UNIT]],
  [[POSTGRES]],
  [[BROWSER]],
];

async function runStep(step) {
  const startedAt = Date.now();
  if (step.live) process.stdout.write(`\n== ${step.name}\n`);
  const result = await step
    .run()
    .catch((error) => ({ ok: false, output: `${error.message}\n` }));
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const verdict = result.skipped ? "not run" : result.ok ? "ok" : "FAILED";
  if (!step.live) process.stdout.write(`\n== ${step.name}\n`);
  if (!step.live || !result.counts) process.stdout.write(result.output ?? "");
  process.stdout.write(`-- ${step.name}: ${verdict}, ${seconds} s\n`);
  results.push({ step, verdict, seconds, ...result });
}

async function runLane(steps) {
  for (const step of steps) {
    if (!isStopping) await runStep(step);
  }
}

function chosenSteps() {
  const all = STAGES.flat(2);
  const option = process.argv.slice(2).find((arg) => arg.startsWith("--only="));
  const unknownArgs = process.argv.slice(2).filter((arg) => arg !== option);
  const names =
    option?.slice("--only=".length).split(",") ?? all.map(({ name }) => name);
  const unknown = names.filter(
    (name) => !all.some((step) => step.name === name),
  );
  if (unknown.length > 0 || unknownArgs.length > 0) {
    process.stderr.write(
      `Unknown: ${[...unknown, ...unknownArgs].join(" ")}. Use --only= with some of ${all.map(({ name }) => name).join(",")}.\n`,
    );
    process.exit(2);
  }
  return new Set(all.filter(({ name }) => names.includes(name)));
}

function summarise(chosen) {
  process.stdout.write("\n== summary\n");
  const total = { passed: 0, failed: 0 };
  for (const { step, verdict, seconds, counts, note } of results) {
    const tally = counts
      ? `  ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
      : "";
    total.passed += counts?.passed ?? 0;
    total.failed += counts?.failed ?? 0;
    process.stdout.write(
      `${step.name.padEnd(11)}${verdict.padEnd(8)}${seconds.padStart(6)} s${tally}${note ? `  (${note})` : ""}\n`,
    );
  }
  const failedSteps = results.filter(({ verdict }) => verdict === "FAILED");
  if (failedSteps.length > 0) {
    process.stdout.write(
      `Failed steps: ${failedSteps.map(({ step }) => step.name).join(", ")}\n`,
    );
  }
  const expectsTests = [...chosen].some((step) => step.tests);
  const ranNone = expectsTests && total.passed + total.failed === 0;
  if (ranNone) process.stdout.write("No test ran.\n");
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return failedSteps.length === 0 && total.failed === 0 && !ranNone;
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    isStopping = true;
    endCommands();
  });
}

const chosen = chosenSteps();
try {
  for (const lanes of STAGES) {
    await Promise.all(
      lanes.map((lane) => runLane(lane.filter((step) => chosen.has(step)))),
    );
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}
process.exitCode = summarise(chosen) && !isStopping ? 0 : 1;
