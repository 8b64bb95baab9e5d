import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "..");
const COMMAND = join(
  ROOT,
  "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
);

/** One file that breaks each rule: [rule, file, what it imports]. */
const BROKEN: [rule: string, file: string, imports: string][] = [
  ["no-cycles", "app/ui/chicken.tsx", "./egg"],
  ["everything-resolves", "app/ui/lost.tsx", "./nowhere"],
  ["product-runs-without-dev-dependencies", "server/tested.ts", "vitest"],
  ["product-runs-without-test-support", "server/start.ts", "./testing/store"],
  ["domain-is-pure", "app/domain/shape.ts", "zod"],
  ["domain-is-pure", "app/domain/page.ts", "~/ui/button"],
  ["contract-is-shapes", "app/contract/dated.ts", "date-fns"],
  ["contract-is-shapes", "app/contract/asks.ts", "~/data/call.server"],
  ["ui-knows-no-business", "app/ui/frailty.tsx", "~/domain/rank"],
  ["ui-knows-no-business", "app/ui/dated.tsx", "date-fns"],
  [
    "data-and-session-know-contract-and-domain",
    "app/data/pretty.server.ts",
    "~/ui/button",
  ],
  [
    "data-and-session-know-contract-and-domain",
    "app/session/screen.server.ts",
    "~/features/profile/card",
  ],
  [
    "data-session-and-server-draw-nothing",
    "app/session/draws.server.ts",
    "react",
  ],
  ["data-session-and-server-draw-nothing", "server/page.ts", "react"],
  [
    "features-do-not-import-features",
    "app/features/search/box.tsx",
    "~/features/profile/card",
  ],
  [
    "features-know-ui-domain-contract",
    "app/features/search/fetch.tsx",
    "~/data/call.server",
  ],
  ["nothing-imports-routes", "app/routes/users/route.tsx", "../login/route"],
  [
    "nothing-imports-routes",
    "app/features/search/on.tsx",
    "~/routes/login/route",
  ],
  ["rules-are-pure", "app/features/search/rules/asks.ts", "zod"],
  ["rules-are-pure", "app/features/search/rules.ts", "~/data/call.server"],
  [
    "server-code-stays-on-the-server",
    "app/features/search/database.tsx",
    "better-sqlite3",
  ],
  [
    "server-code-stays-on-the-server",
    "app/features/search/queue.tsx",
    "~/runtime/semaphore.server",
  ],
  ["runtime-knows-no-product", "app/runtime/calls.server.ts", "~server/api"],
  ["browsers-have-no-node", "app/features/search/files.tsx", "node:fs"],
  ["one-door-to-the-data-server", "app/data/other.server.ts", "~server/api"],
  [
    "one-door-to-the-data-server",
    "app/routes/company/route.tsx",
    "~server/api",
  ],
  [
    "server-knows-contract-and-domain",
    "server/portal.ts",
    "~/data/call.server",
  ],
  ["mocks-know-server-contract-and-domain", "mocks/page.ts", "~/ui/button"],
  [
    "product-runs-without-test-support",
    "app/data/fake.server.ts",
    "~mocks/mock-host",
  ],
];

/** A folder of each layer of the data server, by which its rule is named, from the ground up. */
const LAYERS = ["store", "measures", "auth", "reviews", "messages", "handlers"];
for (const [at, layer] of LAYERS.entries()) {
  const above = LAYERS[at + 1];
  BROKEN.push([
    `server-${layer}-imports-no-layer-above`,
    `server/${layer}/climbs.ts`,
    above ? `~server/${above}/floor` : "~server/api",
  ]);
}

/** What each folder may do; none of it is reported. */
const SOUND: Record<string, string> = {
  "bench/markdown.ts": 'import "~/domain/rank"; export const text = "";',
  "app/root.tsx": 'import "~/data/call.server";',
  "app/domain/rank.ts": 'import "date-fns"; export const rank = 1;',
  "app/contract/noun.ts": 'import "zod"; import "~/domain/rank";',
  "app/ui/button.tsx": 'import "react"; import "@radix-ui/react-dialog";',
  "app/data/call.server.ts": 'import "~/contract/noun"; import "node:http";',
  "app/data/in-process.server.ts":
    'import "~server/api"; import "./call.server";',
  "app/session/limit.server.ts": 'import "~/runtime/semaphore.server";',
  "app/runtime/semaphore.server.ts": "export const atOnce = 1;",
  "app/features/profile/card.tsx":
    'import "~/ui/button"; import "~/domain/rank"; import type { load } from "./load.server"; export type Load = typeof load;',
  "app/features/profile/load.server.ts":
    'import "~/data/call.server"; export const load = 1;',
  "app/features/profile/rules/band.ts":
    'import "~/domain/rank"; export const band = 1;',
  "app/routes/login/route.tsx":
    'import "~/features/profile/card"; import "~/features/profile/load.server"; import "@remix-run/node";',
  "server/api.ts":
    'import "hono"; import "~/contract/noun"; import "~/runtime/semaphore.server"; import "./handlers/floor";',
  "server/rooms.ts": 'import "~/features/profile/rules/band";',
  "server/testing/store.ts": 'import "vitest";',
  "mocks/mock-host.ts":
    'import "msw"; import "~/contract/noun"; import "~server/api";',
};

for (const [at, layer] of LAYERS.entries()) {
  const below = LAYERS[at - 1];
  SOUND[`server/${layer}/floor.ts`] = below
    ? `import "~server/${below}/floor";`
    : "export const ground = 1;";
}

const PACKAGES = [
  "@radix-ui/react-dialog",
  "@remix-run/node",
  "better-sqlite3",
  "date-fns",
  "hono",
  "react",
  "zod",
];
const DEV_PACKAGES = ["msw", "vitest"];

const report = z.object({
  summary: z.object({
    violations: z.array(
      z.object({ from: z.string(), rule: z.object({ name: z.string() }) }),
    ),
  }),
});

describe("the import table of the design", () => {
  let folder: string;
  let found: string[];

  function write(file: string, text: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "boundaries-"));
    for (const file of [".dependency-cruiser.cjs", "tsconfig.json"]) {
      cpSync(join(ROOT, file), join(folder, file));
    }
    const versions = (names: string[]) =>
      Object.fromEntries(names.map((name) => [name, "1.0.0"]));
    write(
      "package.json",
      JSON.stringify({
        type: "module",
        dependencies: versions(PACKAGES),
        devDependencies: versions(DEV_PACKAGES),
      }),
    );
    for (const name of [...PACKAGES, ...DEV_PACKAGES]) {
      write(
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version: "1.0.0", main: "index.js" }),
      );
      write(`node_modules/${name}/index.js`, "");
    }
    for (const [file, text] of Object.entries(SOUND)) write(file, text);
    for (const [, file, imports] of BROKEN)
      write(file, `import "${imports}";\nexport {};\n`);
    write("app/ui/egg.tsx", 'import "./chicken";\nexport {};\n');
    write("app/ui/forgotten.tsx", "export const forgotten = 1;\n");
    const { stdout } = spawnSync(
      process.execPath,
      [
        COMMAND,
        "app",
        "server",
        "mocks",
        "--config",
        ".dependency-cruiser.cjs",
        "--output-type",
        "json",
      ],
      { cwd: folder, encoding: "utf8", maxBuffer: 64 << 20 },
    );
    found = report
      .parse(JSON.parse(stdout))
      .summary.violations.map(({ from, rule }) => `${rule.name}: ${from}`);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(BROKEN)("%s is broken by %s importing %s", (rule, file) => {
    expect(found).toContain(`${rule}: ${file}`);
  });

  it("reports a module that nobody uses", () => {
    expect(found).toContain("no-orphans: app/ui/forgotten.tsx");
  });

  it("lets each folder import what the table allows", () => {
    const sound = new Set(Object.keys(SOUND));
    expect(
      found.filter((line) => sound.has(line.split(": ")[1] ?? "")),
    ).toEqual([]);
  });

  it("has a breaking file for every rule", () => {
    const config = createRequire(import.meta.url)(
      "../.dependency-cruiser.cjs",
    ) as { forbidden: { name: string }[] };
    const rules = config.forbidden.map(({ name }) => name);
    expect(new Set([...BROKEN.map(([rule]) => rule), "no-orphans"])).toEqual(
      new Set(rules),
    );
  });
});
