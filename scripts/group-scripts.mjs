/**
 * Gathers the scripts that `remix build` has left in a few files. Its compiler writes a file for each set of entries that share
 * something: forty of them for a page, most under a kilobyte, each with a request and headers of its own.
 *
 * Stopped half-way, it can begin again: until the server's build names the new files, the old ones are as they were.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { rollup } from "rollup";
import { fileOf, groupsOf } from "./script-groups.mjs";
import { settledCode } from "./settled-code.mjs";

const OUTPUT = "public/build";
/** Where the compiler leaves what entries share; it goes last. */
const SHARED = join(OUTPUT, "_shared");
const ROUTES = join(OUTPUT, "routes");
const SERVER_BUILD = "build/index.js";
const METAFILE = "build/metafile.js.json";
/** As the compiler's, of the gathered files; scripts/check-bundle.mjs reads it. */
const GROUPED_METAFILE = "build/metafile.grouped.json";
/** The routes of the server's build, in one line. */
const SERVER_MANIFEST = /^var assets_manifest_default = .*$/m;
const MANIFEST_URL = /\burl"?:\s?"(\/build\/manifest-\w+\.js)"/;
const COMPILERS_HASH = /-[A-Z0-9]{8}$/;
/**
 * True where no script is left as the compiler wrote it.
 * @param {string} [root] of the project
 * @returns {boolean}
 */
export function areGrouped(root = ".") {
  return !existsSync(join(root, SHARED));
}

/** Whole or not at all: what has its name is taken for whole, also after a power cut. */
export async function replaceFile(file, content) {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, content, { flush: true });
  await rename(draft, file);
}

/**
 * @param {string} [root] of the project
 * @returns {Promise<void>}
 */
export async function groupScripts(root = ".") {
  const at = (file) => join(root, file);
  const metafile = JSON.parse(readFileSync(at(METAFILE), "utf8"));
  const server = readFileSync(at(SERVER_BUILD), "utf8");
  const [line] = SERVER_MANIFEST.exec(server) ?? [];
  const [, url] = MANIFEST_URL.exec(line ?? "") ?? [];
  if (!url) throw new Error(`${SERVER_BUILD} has no list of routes.`);
  if (readGrouped(root)?.manifest.url !== url) {
    const manifest = readManifest(at(fileOf(url)));
    const chunks = await gather(manifest, metafile.outputs, root);
    const grouped = manifestOf(manifest, chunks);
    const script = `window.__remixManifest=${JSON.stringify(forBrowsers(grouped))};`;
    const outputs = sourcesOf(metafile.outputs, chunks);
    for (const { fileName, code } of chunks) {
      await replaceFile(at(join(OUTPUT, fileName)), code);
    }
    await replaceFile(at(fileOf(grouped.url)), script);
    await replaceFile(
      at(GROUPED_METAFILE),
      JSON.stringify({ manifest: grouped, outputs }),
    );
    const named = `var assets_manifest_default = ${JSON.stringify(grouped)};`;
    await replaceFile(
      at(SERVER_BUILD),
      server.replace(line, () => named),
    );
  }
  removeUngrouped(Object.keys(metafile.outputs), root);
}

function readGrouped(root) {
  const file = join(root, GROUPED_METAFILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

function removeUngrouped(files, root) {
  const { manifest, outputs } = readGrouped(root);
  const manifests = readdirSync(join(root, OUTPUT))
    .filter((name) => name.startsWith("manifest-"))
    .map((name) => `${OUTPUT}/${name}`)
    .filter((file) => !file.startsWith(fileOf(manifest.url)));
  const scripts = files.filter(
    (file) => file.endsWith(".js") && !(file in outputs),
  );
  for (const file of [...manifests, ...scripts]) {
    rmSync(join(root, file), { force: true });
  }
  rmSync(join(root, ROUTES), { recursive: true, force: true });
  // The last, since it says that there is something to do.
  rmSync(join(root, SHARED), { recursive: true, force: true });
}

function readManifest(file) {
  const text = readFileSync(file, "utf8");
  return JSON.parse(text.replace(/^[^{]*/, "").replace(/;\s*$/, ""));
}

/** The gathered scripts, as Rollup tells of them, with their modules as the compiler names its files. */
async function gather(manifest, outputs, root) {
  const entries = [manifest.entry, ...Object.values(manifest.routes)];
  const groups = groupsOf(manifest, outputs);
  const nameOf = (id) => relative(root, id).replaceAll("\\", "/");
  const bundle = await rollup({
    input: entries.map(({ module }) => module),
    preserveEntrySignatures: "allow-extension",
    onLog(level, log) {
      // Routes without a screen are empty in browsers.
      if (level === "warn" && log.code !== "EMPTY_BUNDLE") {
        throw new Error(log.message);
      }
    },
    plugins: [
      {
        name: "from-the-root-of-the-site",
        resolveId: (url) => join(root, fileOf(url)),
        transform: (code) => ({ code: settledCode(code), map: null }),
      },
    ],
  });
  const fileNames = ({ name }) =>
    `${name.replace(COMPILERS_HASH, "")}-[hash].js`;
  const { output } = await bundle.generate({
    format: "es",
    manualChunks: (id) => groups.get(nameOf(id)) ?? null,
    onlyExplicitManualChunks: true,
    entryFileNames: fileNames,
    chunkFileNames: fileNames,
    hashCharacters: "hex",
    generatedCode: "es2015",
  });
  await bundle.close();
  const chunks = output.map(({ facadeModuleId, moduleIds, ...chunk }) => ({
    ...chunk,
    entries: facadeModuleId ? [nameOf(facadeModuleId)] : [],
    files: moduleIds.map(nameOf),
  }));
  return withoutDoubles(chunks, root);
}

/** One file for all that are the same: routes without a screen are, and each name costs each first page its bytes. */
function withoutDoubles(chunks, root) {
  const byText = new Map();
  for (const chunk of chunks) {
    const { fileName, files } = chunk;
    const [file, ...others] = files;
    const text =
      file === undefined || others.length > 0
        ? fileName
        : readFileSync(join(root, file), "utf8");
    const same = byText.get(text);
    byText.set(text, same ? joined(same, chunk) : chunk);
  }
  return [...byText.values()];
}

/** The first file, which also stands for the second. */
function joined(first, second) {
  return {
    ...first,
    entries: [...first.entries, ...second.entries],
    files: [...first.files, ...second.files],
  };
}

/** Remix's list of routes with the gathered files, in the order in which they need each other. */
function manifestOf(manifest, chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const importsOf = (fileName, found = new Set()) => {
    for (const imported of byName.get(fileName).imports) {
      importsOf(imported, found);
      found.add(imported);
    }
    return [...found];
  };
  const grouped = (part) => {
    const id = fileOf(part.module);
    const { fileName } =
      chunks.find(({ entries }) => entries.includes(id)) ??
      chunks.find(({ files }) => files.includes(id));
    const imports = importsOf(fileName).map((name) => `/build/${name}`);
    return { ...part, module: `/build/${fileName}`, imports };
  };
  const changed = {
    entry: grouped(manifest.entry),
    routes: Object.fromEntries(
      Object.entries(manifest.routes).map(([id, route]) => [
        id,
        grouped(route),
      ]),
    ),
  };
  const version = createHash("sha256")
    .update(JSON.stringify(changed))
    .digest("hex")
    .slice(0, 8);
  const url = `/build/manifest-${version.toUpperCase()}.js`;
  return { ...changed, version, url };
}

/**
 * Without what each file imports, which browsers see in it: the server names it in the document. What is false is left out: it
 * is the same.
 */
function forBrowsers({ entry, routes, ...rest }) {
  const named = Object.entries(routes).map(([id, route]) => {
    const { imports: _imports, ...own } = route;
    const said = Object.entries(own).filter(([, value]) => value !== false);
    return [id, Object.fromEntries(said)];
  });
  return {
    ...rest,
    entry: { ...entry, imports: [] },
    routes: Object.fromEntries(named),
  };
}

/** What is in each gathered file, in the words of the compiler's metafile. */
function sourcesOf(outputs, chunks) {
  return Object.fromEntries(
    chunks.map(({ fileName, files }) => [
      `${OUTPUT}/${fileName}`,
      {
        inputs: Object.assign({}, ...files.map((file) => outputs[file].inputs)),
      },
    ]),
  );
}
