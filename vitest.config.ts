import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

function folder(name: string): string {
  return fileURLToPath(new URL(`./${name}/`, import.meta.url));
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
    // By itself vitest leaves a core unused, which is half of a machine of two.
    maxWorkers: availableParallelism(),
    // A limit against hanging, not a measure: argon2 and property tests are slow on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    unstubEnvs: true,
    onConsoleLog: (log) => !LIBRARY_NOISE.test(log),
    projects: [
      {
        extends: true,
        test: {
          name: "portal",
          globalSetup: "tests/pages/support/template-folder.ts",
          include: [
            "app/**/*.test.{ts,tsx}",
            "mocks/**/*.test.ts",
            "tests/**/*.test.{ts,tsx}",
            "scripts/**/*.test.ts",
            "bench/**/*.test.ts",
          ],
        },
      },
      // A project of its own: the gate runs it a second time, on PostgreSQL.
      {
        extends: true,
        test: { name: "server", include: ["server/**/*.test.ts"] },
      },
    ],
  },
});
