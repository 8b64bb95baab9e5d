/** The steps of `npm test` and `npm run test:long`, and which of them run in parallel. */
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

/** A file system in memory on Linux. */
const IN_MEMORY = "/dev/shm";
const ROOM_FOR_A_RUN = 4 * 1024 ** 3;

/** Tests make thousands of databases, and nobody needs them after a crash: in memory no commit waits for a disk. */
function folderOfRun() {
  const isRoomy =
    existsSync(IN_MEMORY) &&
    (({ bavail, bsize }) => bavail * bsize)(statfsSync(IN_MEMORY)) >
      ROOM_FOR_A_RUN;
  const folder = mkdtempSync(
    join(isRoomy ? IN_MEMORY : tmpdir(), "sojourn-test-"),
  );
  // PostgreSQL runs under its own account and has to reach its folder inside.
  chmodSync(folder, 0o711);
  return folder;
}

/** The folder of reports and temporary files. scripts/test.mjs removes it at the end of a run. */
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

/** Runs a test runner and reads its JSON report. A missing report counts as a failure. */
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

/** Test files that choose their database or need PostgreSQL. */
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
// Checks types too, by TypeScript 7: `typeCheck` in .oxlintrc.json.
const LINT = check("lint", "oxlint", "--deny-warnings");
// The TypeScript version that editors and other tools use.
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
    // It runs beside the unit tests.
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

/** Stages run one after another. The lanes of a stage run in parallel, two for two cores. */
export const SHORT = [
  [
    [LINT, BOUNDARIES],
    [BUILD, BUNDLE, PINS, FORMAT],
  ],
  // These often wait for processes and slow connections, so each lane uses time that the other leaves idle.
  [[UNIT], [POSTGRES, BROWSER]],
];

const FAULTS = testStep("faults", (name) => vitest(name, ["--project=faults"]));
const FUZZ = testStep("fuzz", (name) =>
  vitest(
    name,
    // The project `at-length`, and tests that try more cases with FUZZ_RUNS (`isAtLength`, `runs`).
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
/** The full browser requests icons and other files by itself, as the headless shell does not. */
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
 * For machines with time: killed processes, full disks, the other journeys, and the same tests with more cases. What no
 * other run covers comes first, for runs that end after a few minutes (`--minutes`).
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
