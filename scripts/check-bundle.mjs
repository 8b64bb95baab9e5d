/**
 * Reads what `npm run build` left: no server code in what browsers load, no server word in it either, the scripts of
 * each page's first load within the budget, and its requests, and none of the large libraries that are fetched when they
 * are wanted among them. The compiler stays silent about all five.
 */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const FIRST_LOAD_BUDGET_KB = 90;
const FIRST_LOAD_REQUESTS = 12;
/** The document, and of sheets and what follows once scripts run three at most: one sheet and two scripts, or two and one. */
const REQUESTS_BESIDE_SCRIPTS = 4;
const OUTPUT = "public/build";
const METAFILE = "build/metafile.grouped.json";

const SERVER_SOURCES = [
  /^(server|mocks|e2e|tests|scripts)\//,
  /\.server\.tsx?$/,
  /^node_modules\/(@hono|@node-rs|@remix-run\/(node|serve)|@sentry|better-sqlite3|csv-parse|csv-stringify|hono|jose|kysely|lru-cache|msw|pg|pg-pool|pino|remix-auth|remix-auth-form)\//,
];
const SERVER_WORDS = [
  "better-sqlite3",
  "argon2",
  "password_hash",
  "physician_spans",
  "SESSION_SECRET",
  "SENTRY_DSN",
  "DATABASE_URL",
  "x-access-token",
];

/** Fetched by the one screen that wants it, once it does. */
const LATE_SOURCES = /(^|\/)node_modules\/(apexcharts|powerbi-client)\//;

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function serverSources(metafile) {
  const shipped = new Set();
  for (const output of Object.values(metafile.outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      // Modules that the compiler emptied carry a namespace: "empty-module:…".
      if (bytesInOutput > 0 && !input.startsWith("empty-module:")) {
        shipped.add(input.replace(/^[\w-]+:/, "").replace(/\?.*$/, ""));
      }
    }
  }
  return [...shipped].filter((source) =>
    SERVER_SOURCES.some((pattern) => pattern.test(source)),
  );
}

/** The scripts that hold a source which no page may begin with. */
function lateScripts(metafile) {
  return new Set(
    Object.entries(metafile.outputs)
      .filter(([, { inputs }]) =>
        Object.entries(inputs).some(
          ([input, { bytesInOutput }]) =>
            bytesInOutput > 0 && LATE_SOURCES.test(input),
        ),
      )
      .map(([output]) => output),
  );
}

function wordsFound(files) {
  return files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return SERVER_WORDS.filter((word) => text.includes(word)).map(
      (word) => `${file} holds "${word}"`,
    );
  });
}

/** Scripts that the first document of a page names: the entry, the manifest, and each route from the root down. */
function firstLoads(manifest) {
  return Object.values(manifest.routes)
    .filter((route) => route.id !== "root")
    .map((route) => {
      const modules = [manifest.entry];
      for (let at = route; at; at = manifest.routes[at.parentId]) {
        modules.push(at);
      }
      const urls = modules.flatMap((part) => [
        part.module,
        ...(part.imports ?? []),
      ]);
      return {
        id: route.id,
        files: new Set([
          join("public", manifest.url),
          ...urls.map((url) => join("public", url)),
        ]),
      };
    });
}

if (!existsSync(METAFILE) || !existsSync(OUTPUT)) {
  process.stderr.write(`There is no whole build: run "npm run build" first.\n`);
  process.exit(1);
}

const files = filesBelow(OUTPUT).filter((file) => !file.endsWith(".br"));
const scripts = files.filter((file) => file.endsWith(".js"));
const compressedKb = new Map(
  scripts.map((file) => [
    file,
    brotliCompressSync(readFileSync(file)).length / 1024,
  ]),
);
const rawKb = scripts.reduce(
  (sum, file) => sum + readFileSync(file).length / 1024,
  0,
);
const totalKb = [...compressedKb.values()].reduce((sum, kb) => sum + kb, 0);
const metafile = JSON.parse(readFileSync(METAFILE, "utf8"));
const late = lateScripts(metafile);
const loads = firstLoads(metafile.manifest)
  .map(({ id, files: needed }) => ({
    id,
    late: [...needed].filter((file) => late.has(file)),
    requests: needed.size + REQUESTS_BESIDE_SCRIPTS,
    kb: [...needed].reduce(
      (sum, file) => sum + (compressedKb.get(file) ?? 0),
      0,
    ),
  }))
  .sort((a, b) => b.kb - a.kb);

const problems = [
  ...serverSources(metafile).map(
    (source) => `${source} is in the browser bundle`,
  ),
  ...wordsFound(files),
  ...loads
    .filter(({ kb }) => kb > FIRST_LOAD_BUDGET_KB)
    .map(
      ({ id, kb }) =>
        `${id}: first load is ${kb.toFixed(1)} KB, over ${FIRST_LOAD_BUDGET_KB} KB`,
    ),
  ...loads
    .filter(({ requests }) => requests > FIRST_LOAD_REQUESTS)
    .map(
      ({ id, requests }) =>
        `${id}: first load is ${requests} requests, over ${FIRST_LOAD_REQUESTS}`,
    ),
  ...loads.flatMap(({ id, late: found }) =>
    found.map((file) => `${id}: ${file} is in the first load`),
  ),
  ...(late.size < 2
    ? ["the large libraries are in no script of their own"]
    : []),
];

process.stdout.write(
  `${scripts.length} scripts: ${rawKb.toFixed(0)} KB, ${totalKb.toFixed(1)} KB in brotli.\n` +
    `Largest first load: ${loads[0]?.kb.toFixed(1)} KB in brotli (${loads[0]?.id}); the budget is ${FIRST_LOAD_BUDGET_KB} KB.\n` +
    `Most requests of a first load: ${Math.max(...loads.map(({ requests }) => requests))}.\n`,
);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length > 0 ? 1 : 0);
