import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

function folder(name: string): string {
  return fileURLToPath(new URL(`./${name}/`, import.meta.url));
}

/** Said by each project: of the whole run they would be done once more for it, and again for each. */
const PROCESSES = "server/testing/compiled-processes.ts";
const TEMPLATES = "tests/pages/support/template-folder.ts";

/** Makes passwords that are quickly hashed; loaded before the modules of the tests, as it is before those of their processes. */
const QUICK_HASHES = ["--import", "./tests/pages/support/quick-hashes.mjs"];

/**
 * Test files under the folders that need a process of their own: they replace a module, which other files of the same
 * process would then have replaced too, or ask what a password's hash costs.
 */
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

/** Those of them that replace this module in this way, and nothing else: they can share a process. */
const WITHOUT_ARGON2 = APART.filter((file) => {
  const mocks = readFileSync(file, "utf8").match(/\bvi\.(doM|m)ock\(.*/g);
  return mocks?.length === 1 && mocks[0] === NO_ARGON2;
});

/**
 * Processes that are killed, disks that are full, limits of size and time: the long run has them, and whoever names a file
 * of it. They take the most time of all files, and what they are about changes seldom.
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

/** What is tried with many values, or by many clients at once: the long run has it, and whoever names a file of it. */
const AT_LENGTH = [
  "tests/fuzz/**/*.test.ts",
  "tests/threats/many-clients.test.ts",
];

/**
 * Within a project, the files that need a document after those that need none: a worker ends where the next file needs
 * another environment than its own, and a new one loads everything anew.
 */
class OneEnvironmentAfterTheOther extends BaseSequencer {
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

/** What React and its router say about the way that Remix 2 uses them; nothing here can change it. */
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
    // No more than cores: journeys run beside them, and each core that is shared makes all slower.
    maxWorkers: availableParallelism(),
    // A limit against hanging, not a measure: argon2 and property tests are slow on a busy machine.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    unstubEnvs: true,
    setupFiles: "tests/leave-nothing-behind.ts",
    // A process for each file would take longer to load what is tested than to test it.
    isolate: false,
    sequence: { sequencer: OneEnvironmentAfterTheOther },
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
          globalSetup: [PROCESSES, TEMPLATES],
          include: AT_LENGTH,
        },
      },
      // A project of its own: the gate runs it a second time, on PostgreSQL.
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
