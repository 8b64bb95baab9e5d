import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

function folder(name: string): string {
  return fileURLToPath(new URL(`./${name}/`, import.meta.url));
}

/** Set for each project: as a global setup of the root they would run once more. */
const PROCESSES = "server/testing/compiled-processes.ts";
const TEMPLATES = "tests/pages/support/template-folder.ts";

/** Makes password hashing fast. Loaded before the modules under test, as in the processes that tests start. */
const QUICK_HASHES = ["--import", "./tests/pages/support/quick-hashes.mjs"];

/** Test files that need their own process: they replace a module for the whole process, or measure password hashing. */
function filesApart(...folders: string[]): string[] {
  return folders
    .flatMap((name) =>
      readdirSync(folder(name), { recursive: true }).map((file) =>
        join(name, String(file)),
      ),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) =>
      /\bvi\.(doM|m)ock\(|m=65536/.test(readFileSync(file, "utf8")),
    );
}

const APART = filesApart("app", "mocks", "server", "tests");

const NO_ARGON2 =
  'vi.mock("@node-rs/argon2", () => import("~server/testing/argon2-of-tests"));';

/** These replace the same module in the same way, so they can share a process. */
const WITHOUT_ARGON2 = APART.filter((file) => {
  const mocks = readFileSync(file, "utf8").match(/\bvi\.(doM|m)ock\(.*/g);
  return mocks?.length === 1 && mocks[0] === NO_ARGON2;
});

/**
 * Killed processes, full disks, limits of size and time. These files are the slowest and what they test changes seldom, so
 * only the long run has them. `vitest run FILE` finds them too.
 */
const FAULTS = [
  "server/**/*-kill.test.ts",
  "server/handlers/metricdatacsv-limits.test.ts",
  "server/imports/import-full-disk.test.ts",
  "server/store/large-log.test.ts",
  "tests/pages/disk-reserve.test.ts",
  "tests/pages/full-disk.test.ts",
  "tests/pages/stop.test.ts",
];

/** Tests with many values or many clients at once, also for the long run alone. */
const AT_LENGTH = [
  "tests/fuzz/**/*.test.ts",
  "tests/threats/many-clients.test.ts",
];

/**
 * Runs a project's files that need a DOM after the others: a worker is replaced when the environment changes, and the new
 * one has to load every module again.
 */
class SortByEnvironment extends BaseSequencer {
  override async sort(
    files: TestSpecification[],
  ): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...new Set(sorted.map(({ project }) => project))].flatMap(
      (project) => {
        const own = sorted.filter((file) => file.project === project);
        return [
          ...own.filter((file) => !needsDocument(file)),
          ...own.filter(needsDocument),
        ];
      },
    );
  }
}

function needsDocument({ moduleId }: TestSpecification): boolean {
  return readFileSync(moduleId, "utf8").startsWith("// @vitest-environment");
}

/** Warnings of React and its router about Remix 2 itself. */
const LIBRARY_NOISE =
  /useLayoutEffect does nothing on the server|React Router Future Flag Warning/;

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~server\//, replacement: folder("server") },
      { find: /^~mocks\//, replacement: folder("mocks") },
      { find: /^~\//, replacement: folder("app") },
    ],
  },
  test: {
    environment: "node",
    restoreMocks: true,
    // More workers than cores slow down the journeys, which run at the same time.
    maxWorkers: availableParallelism(),
    // Prevents hanging. Property tests are slow on a busy machine.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    unstubEnvs: true,
    setupFiles: "tests/leave-nothing-behind.ts",
    // With a process for each file, loading modules would take longer than the tests.
    isolate: false,
    sequence: { sequencer: SortByEnvironment },
    onConsoleLog: (log) => !LIBRARY_NOISE.test(log),
    projects: [
      {
        extends: true,
        test: {
          name: "portal",
          execArgv: QUICK_HASHES,
          globalSetup: [PROCESSES, TEMPLATES],
          include: [
            "app/**/*.test.{ts,tsx}",
            "mocks/**/*.test.ts",
            "tests/**/*.test.{ts,tsx}",
            "scripts/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
          exclude: [...APART, ...AT_LENGTH, ...FAULTS],
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          execArgv: QUICK_HASHES,
          globalSetup: [PROCESSES, TEMPLATES],
          include: FAULTS,
        },
      },
      {
        extends: true,
        test: {
          name: "at-length",
          execArgv: QUICK_HASHES,
          globalSetup: [PROCESSES, TEMPLATES],
          include: AT_LENGTH,
        },
      },
      // The gate runs parts of this project again on PostgreSQL.
      {
        extends: true,
        test: {
          name: "server",
          execArgv: QUICK_HASHES,
          globalSetup: [PROCESSES],
          include: ["server/**/*.test.ts"],
          exclude: [...APART, ...FAULTS],
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          globalSetup: [PROCESSES],
          include: APART.filter((file) => !WITHOUT_ARGON2.includes(file)),
          isolate: true,
        },
      },
      {
        extends: true,
        test: { name: "without-argon2", include: WITHOUT_ARGON2 },
      },
    ],
  },
});
