import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { areGrouped, groupScripts } from "./group-scripts.mjs";

const HASH = "AAAAAAAA";
const LATE = [
  "app/features/shell/navigation/arrive.ts",
  "app/features/shell/notices/notice-stack.tsx",
  "app/features/shell/session-clock/running-clock.tsx",
  "app/features/profile/saved-state/keep-state.ts",
  "app/features/profile/newer-data/newer-data.tsx",
];

interface Script {
  code?: string;
  imports?: string[];
  late?: string[];
  source: string;
}

const shared = (name: string) => `/build/_shared/${name}-${HASH}.js`;
const route = (name: string) => `/build/routes/${name}-${HASH}.js`;
const ENTRY = `/build/entry.client-${HASH}.js`;
const ROOT = `/build/root-${HASH}.js`;
const lateUrl = (at: number) => shared(`late${at}`);

/** What the compiler leaves of an entry, a root and six routes, two of them profiles and two of the feed. */
const SCRIPTS: Record<string, Script> = {
  [shared("library")]: { source: "node_modules/react/index.js" },
  [shared("parts")]: { source: "app/rendering/lazy-component.tsx" },
  [shared("profile")]: { source: "app/features/profile/profile-screen.tsx" },
  [shared("table")]: { source: "app/ui/table.tsx" },
  [shared("messages")]: { source: "app/features/messages/rules/feed-words.ts" },
  [ENTRY]: {
    source: "app/entry.client.tsx",
    imports: [shared("library"), shared("parts")],
  },
  [ROOT]: {
    source: "app/root.tsx",
    imports: [shared("library"), shared("parts")],
    late: [0, 1, 2].map(lateUrl),
  },
  [route("company-overview")]: {
    source: "app/routes/company-overview/route.tsx",
    imports: [shared("profile"), shared("table")],
    late: [lateUrl(3), lateUrl(4)],
  },
  [route("facility-profile.$id")]: {
    source: "app/routes/facility-profile.$id/route.tsx",
    imports: [shared("profile"), shared("table")],
  },
  [route("users")]: {
    source: "app/routes/users/route.tsx",
    imports: [shared("table")],
  },
  [route("feed")]: {
    source: "app/routes/feed/route.tsx",
    imports: [shared("messages"), shared("table")],
  },
  [route("feed_.sender")]: {
    source: "app/routes/feed_.sender/route.tsx",
    imports: [shared("messages"), shared("table")],
  },
  [route("search")]: {
    source: "app/routes/search/route.tsx",
    imports: [shared("table")],
  },
  ...Object.fromEntries(
    LATE.map((source, at) => [lateUrl(at), { source, imports: [] }]),
  ),
};

/** A script notes that it has run, and uses what it imports. */
function codeOf(source: string, { imports = [], late = [] }: Script): string {
  const names = imports.map((_, at) => `i${at}`);
  return [
    ...imports.map((url, at) => `import { name as i${at} } from "${url}";`),
    `(globalThis.scriptsRun ??= []).push(["${source}", ${names.join(", ")}]);`,
    `export const name = "${source}";`,
    `export const later = [${late.map((url) => `() => import("${url}")`).join(", ")}];`,
  ].join("\n");
}

function compiled(): string {
  const root = mkdtempSync(join(tmpdir(), "sojourn-scripts-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const outputs: Record<string, object> = {};
  for (const [url, script] of Object.entries(SCRIPTS)) {
    const { source, imports = [], late = [] } = script;
    write(`public${url}`, codeOf(source, script));
    outputs[`public${url}`] = {
      entryPoint: source,
      inputs: { [source]: { bytesInOutput: 100 } },
      imports: [
        ...imports.map((path) => ({
          path: `public${path}`,
          kind: "import-statement",
        })),
        ...late.map((path) => ({
          path: `public${path}`,
          kind: "dynamic-import",
        })),
      ],
    };
  }
  const part = (url: string, id: string) => ({ id, module: url });
  const manifest = {
    entry: { module: ENTRY },
    routes: {
      root: part(ROOT, "root"),
      ...Object.fromEntries(
        [
          "company-overview",
          "facility-profile.$id",
          "users",
          "feed",
          "feed_.sender",
          "search",
        ].map((name) => [
          `routes/${name}`,
          part(route(name), `routes/${name}`),
        ]),
      ),
    },
    url: `/build/manifest-${HASH}.js`,
  };
  write(
    `public${manifest.url}`,
    `window.__remixManifest=${JSON.stringify(manifest)};`,
  );
  write("build/metafile.js.json", JSON.stringify({ outputs }));
  write(
    "build/index.js",
    `// The server.\nvar assets_manifest_default = ${JSON.stringify(manifest)};\nexport {};\n`,
  );
  return root;
}

interface Named {
  url: string;
  entry: { module: string; imports: string[] };
  routes: Record<string, { module: string; imports: string[] }>;
}

function namedBy(root: string): Named {
  const server = readFileSync(join(root, "build/index.js"), "utf8");
  expect(server).toMatch(/^\/\/ The server\.\n[^\n]+\nexport \{\};\n$/);
  return JSON.parse(
    /assets_manifest_default = (.*);/.exec(server)?.[1] ?? "",
  ) as Named;
}

it("leaves the server and the browser one list, of files that are there and hold all scripts once", async () => {
  const root = compiled();
  expect(areGrouped(root)).toBe(false);
  await groupScripts(root);
  expect(areGrouped(root)).toBe(true);
  const named = namedBy(root);
  const script = readFileSync(join(root, "public", named.url), "utf8");
  expect(script).toMatch(/^window\.__remixManifest=\{/);
  for (const { module } of [named.entry, ...Object.values(named.routes)]) {
    expect(script).toContain(JSON.stringify(module));
  }
  for (const { module, imports } of [
    named.entry,
    ...Object.values(named.routes),
  ]) {
    for (const url of [module, ...imports]) {
      expect(existsSync(join(root, "public", url))).toBe(true);
    }
  }
  const code = readdirSync(join(root, "public/build"))
    .map((name) => readFileSync(join(root, "public/build", name), "utf8"))
    .join("\n");
  for (const { source } of Object.values(SCRIPTS)) {
    expect(code.split(`push(["${source}"`)).toHaveLength(2);
  }
  expect(code).not.toContain(`-${HASH}.js`);
});

it("gives pages of a kind what they share in one file, and others none of it", async () => {
  const root = compiled();
  await groupScripts(root);
  const { routes } = namedBy(root);
  const names = (id: string) =>
    routes[`routes/${id}`]?.imports.map((url) =>
      url.replace(/^\/build\/(.*)-\w{8}\.js$/, "$1"),
    );
  expect(names("company-overview")?.sort()).toEqual([
    "libraries",
    "profile",
    "root",
  ]);
  expect(names("facility-profile.$id")).toEqual(names("company-overview"));
  expect(names("users")?.sort()).toEqual(["libraries", "root"]);
  expect(names("feed")).toContain("feed-pages");
  expect(names("feed_.sender")).toEqual(names("feed"));
  expect(names("search")).toEqual(names("users"));
});

it("does not take a page over before its routes are there, and runs nothing that comes later", async () => {
  const root = compiled();
  await groupScripts(root);
  const { entry, routes } = namedBy(root);
  const run = globalThis as { scriptsRun?: [string, ...string[]][] };
  onTestFinished(() => {
    delete run.scriptsRun;
  });
  const load = (url = "") =>
    import(/* @vite-ignore */ pathToFileURL(join(root, "public", url)).href);
  await load(routes.root?.module);
  await load(routes["routes/company-overview"]?.module);
  const sources = () => run.scriptsRun?.map(([source]) => source);
  expect(sources()).not.toContain("app/entry.client.tsx");
  await load(entry.module);
  expect(sources()?.at(-1)).toBe("app/entry.client.tsx");
  expect(run.scriptsRun?.at(-1)).toEqual([
    "app/entry.client.tsx",
    "node_modules/react/index.js",
    "app/rendering/lazy-component.tsx",
  ]);
  expect(sources()?.filter((source) => LATE.includes(source))).toEqual([]);
});

it("names files by what is in them, and goes on where it was stopped", async () => {
  const [once, again] = [compiled(), compiled()];
  await groupScripts(once);
  await groupScripts(again);
  const files = (root: string) => readdirSync(join(root, "public/build"));
  expect(files(again)).toEqual(files(once));
  // Stopped when the server's build had named the new files, and the old ones were still there.
  const old = join(again, "public", shared("table"));
  mkdirSync(dirname(old));
  writeFileSync(old, "");
  const before = readFileSync(join(again, "build/index.js"), "utf8");
  expect(areGrouped(again)).toBe(false);
  await groupScripts(again);
  expect(readFileSync(join(again, "build/index.js"), "utf8")).toBe(before);
  expect(files(again)).toEqual(files(once));
});
