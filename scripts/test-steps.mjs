/** The steps of the tests, and which of them run side by side. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finishBuild } from "./finish-build.mjs";
import { findOrInstallChromium, findWholeChromium } from "./find-chromium.mjs";
import { run } from "./run-command.mjs";
import {
  playwrightCounts,
  playwrightFailures,
  playwrightTimes,
  vitestCounts,
  vitestFailures,
  vitestTimes,
} from "./test-counts.mjs";
import { findPostgres } from "./test-postgres.mjs";

/** Linux keeps what is in it in memory. */
const IN_MEMORY = "/dev/shm";
const ROOM_FOR_A_RUN = 4 * 1024 ** 3;

/** Each commit of some thousand databases would wait for a disk; what is lost when the machine falls is of no use anyway. */
function folderOfRun() {
  const isRoomy =
    existsSync(IN_MEMORY) &&
    (({ bavail, bsize }) => bavail * bsize)(statfsSync(IN_MEMORY)) >
      ROOM_FOR_A_RUN;
  const folder = mkdtempSync(
    join(isRoomy ? IN_MEMORY : tmpdir(), "sojourn-test-"),
  );
  // PostgreSQL has an account of its own, whose folder lies within.
  chmodSync(folder, 0o711);
  return folder;
}

/** Where test runners leave their reports, and tests what they make; who ends the run removes it. */
export const reports = folderOfRun();

function check(name, command, ...args) {
  return { name, run: () => run(command, args) };
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
async function tests({ command, args, env, file, read }) {
  const { ok } = await run(command, args, {
    env: { TMPDIR: reports, ...env },
    live: true,
  });
  if (!existsSync(file)) {
    return { ok: false, counts: { passed: 0, failed: 1, skipped: 0 } };
  }
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { counts, times, failures } = read(report);
  const namesFailures = counts.failed > 0;
  if (!ok && !namesFailures) counts.failed = 1;
  return {
    ok: ok && !namesFailures,
    namesFailures,
    counts,
    times,
    failures,
  };
}

function vitest(name, extraArgs = [], env = {}) {
  const file = join(reports, `${name}.json`);
  return tests({
    command: "vitest",
    args: [
      "run",
      "--reporter=dot",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...extraArgs,
    ],
    env,
    file,
    read: (report) => ({
      counts: vitestCounts(report),
      times: vitestTimes(report),
      failures: vitestFailures(report),
    }),
  });
}

/** Test files that ask which database to run on, or need PostgreSQL; the others have had their run. */
function testsOnPostgres(beginnings) {
  return ["app", "server", join("tests", "fuzz"), join("tests", "processes")]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => beginnings.some((start) => file.startsWith(start)))
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) =>
      /\b(TEST_DIALECTS|testDatabaseUrl|testDatabasePlace|createThrowAwaySchema)\b/.test(
        readFileSync(file, "utf8"),
      ),
    );
}

async function onPostgres(name, files, ...args) {
  const postgres = await findPostgres();
  if (postgres.missing) {
    return { skipped: true, note: `no PostgreSQL: ${postgres.missing}` };
  }
  process.stdout.write(`On PostgreSQL: ${postgres.description}\n`);
  try {
    const result = await vitest(name, [...files, ...args], {
      TEST_DATABASE_URL: postgres.url,
    });
    return { ...result, note: postgres.description };
  } finally {
    await postgres.end();
  }
}

async function inBrowser(name, chromium, ...projects) {
  process.stdout.write(`In ${chromium}\n`);
  const file = join(reports, `${name}.json`);
  const result = await tests({
    command: "playwright",
    args: [
      "test",
      "--reporter=line,json",
      ...projects.map((project) => `--project=${project}`),
    ],
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    file,
    read: (report) => ({
      counts: playwrightCounts(report),
      times: playwrightTimes(report),
      failures: playwrightFailures(report),
    }),
  });
  return { ...result, note: chromium };
}

function testStep(name, runTests) {
  return { name, live: true, tests: true, run: () => runTests(name) };
}

const FORMAT = check("format", "oxfmt", "--check");
// The types too, by TypeScript 7: `typeCheck` in .oxlintrc.json.
const LINT = check("lint", "oxlint", "--deny-warnings");
// By the TypeScript that editors and other tools have.
const TYPES = check("types", "tsc", "--noEmit");
const BOUNDARIES = check(
  "boundaries",
  "depcruise",
  ...["app", "server", "mocks", "--config", ".dependency-cruiser.cjs"],
);
const UNUSED = check("unused", "knip");
const PINS = check("pins", "node", "scripts/check-pins.mjs");
const BUILD = { name: "build", run: build };
const BUNDLE = check("bundle", "node", "scripts/check-bundle.mjs");
const FLOOR = check("floor", "node", "scripts/check-floor.mjs");
const PROJECTS = ["portal", "server", "apart", "without-argon2"].map(
  (name) => `--project=${name}`,
);
const UNIT = testStep("unit", (name) => vitest(name, PROJECTS));
const POSTGRES = testStep("postgres", (name) =>
  onPostgres(
    name,
    testsOnPostgres(["app/session", "server/store"]),
    // Beside the unit tests.
    "--maxWorkers=1",
    ...PROJECTS,
  ),
);
const BROWSER = testStep("browser", async (name) =>
  inBrowser(
    name,
    await findOrInstallChromium(),
    ...["scripts", "no-scripts", "text-browser"],
  ),
);

/** What a change needs. Stages run one after the other, the lanes of a stage side by side, which suits two cores. */
export const SHORT = [
  [
    [LINT, BOUNDARIES],
    [BUILD, BUNDLE, PINS, FORMAT],
  ],
  // All of these wait a good part of their time, for processes, clocks and slow lines: what one leaves idle, another takes.
  [[UNIT], [POSTGRES, BROWSER]],
];

const FAULTS = testStep("faults", (name) => vitest(name, ["--project=faults"]));
const FUZZ = testStep("fuzz", (name) =>
  vitest(
    name,
    // The project `at-length`, and what takes more values where there is time: `isAtLength`, `runs`.
    [
      "tests/fuzz/",
      "tests/threats/many-clients",
      "tests/threats/posts",
      "tests/signals-of-demo",
      ".property.test",
    ],
    { FUZZ_RUNS: "4" },
  ),
);
const MORE_POSTGRES = testStep("more-postgres", (name) =>
  onPostgres(
    name,
    testsOnPostgres(["app", "server", "tests/fuzz", "tests/processes"]),
  ),
);
/** By itself the whole browser asks for icons and other files, as those of users do; the shell does not. */
const WHOLE_BROWSER = testStep("whole-browser", async (name) => {
  const chromium = findWholeChromium();
  return chromium
    ? inBrowser(name, chromium, "no-scripts")
    : { skipped: true, note: "no browser beside the one of npm test" };
});
const MORE_JOURNEYS = testStep("more-journeys", async (name) =>
  inBrowser(
    name,
    await findOrInstallChromium(),
    ...["screen-reader", "more-with-scripts", "more-without-scripts"],
  ),
);

/**
 * What the machines do that have the time: processes that are killed and disks that are full, the other journeys, the same
 * again at length, and what is true of many at once. What no other run has comes first: who has some minutes alone does it.
 */
export const LONG = [
  [
    [BUILD, FLOOR],
    [TYPES, UNUSED],
  ],
  [
    [FAULTS, MORE_POSTGRES, FUZZ],
    [WHOLE_BROWSER, MORE_JOURNEYS],
  ],
];
