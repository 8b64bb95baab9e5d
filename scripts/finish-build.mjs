/**
 * Finishes what `remix build` has left. Its scripts are gathered in a few files (group-scripts.mjs). Each script and each sheet is put into the syntax of the oldest browsers that
 * scripts run in (`browserslist` in package.json): Remix's compiler writes the newest. The notices of the libraries move from the scripts
 * into one file beside them, for browsers load them with each first page. And beside each sheet and script lies the same
 * compressed as well as brotli can, for the portal to send (app/http/built-files.server.ts).
 */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { transform } from "@swc/core";
import postcss from "postcss";
import { areGrouped, groupScripts, replaceFile } from "./group-scripts.mjs";

const OUTPUT = "public/build";
const NOTICES = join(OUTPUT, "notices.txt");
/** Remix's list of routes: an object in JSON, with no syntax to lower. */
const MANIFEST = /manifest-[^/]*\.js$/;
/** What Remix's compiler has gathered at the end of a script. */
const BUNDLED_NOTICES = /\/\*! Bundled license[^]*?\*\//;
const brotli = promisify(brotliCompress);

/** What is compressed is finished: names change with what is in the files. */
function filesToFinish() {
  if (!existsSync(OUTPUT)) return [];
  return readdirSync(OUTPUT, { recursive: true })
    .map((name) => join(OUTPUT, String(name)))
    .filter((file) => /\.(css|js)$/.test(file) && !existsSync(`${file}.br`));
}

/**
 * True where nothing of the build is left to finish.
 * @returns {boolean}
 */
export function isFinished() {
  return areGrouped() && filesToFinish().length === 0;
}

/** A script of the build, small and in the syntax of the oldest browsers. */
async function lower(file, targets) {
  // Twice: what the first time has lowered, the second makes smaller.
  const once = await lowered(await readFile(file, "utf8"), targets);
  return { file, code: await lowered(once, targets) };
}

async function lowered(source, targets) {
  const { code } = await transform(source, {
    swcrc: false,
    configFile: false,
    isModule: true,
    env: { targets, bugfixes: true },
    minify: true,
    jsc: {
      parser: { syntax: "ecmascript" },
      minify: {
        // Nothing that browsers get asks how many parameters a function has.
        compress: { passes: 2, keep_fargs: false },
        mangle: true,
        format: { comments: false },
      },
    },
  });
  return code;
}

const SIDES = ["top", "right", "bottom", "left"];

/** Remix's compiler writes one `inset` for the four sides, which Chrome knows from 87 on. */
async function lowerSheet(file) {
  const sheet = postcss.parse(await readFile(file, "utf8"));
  sheet.walkDecls("inset", (declaration) => {
    const [top, right = top, bottom = top, left = right] = postcss.list.space(
      declaration.value,
    );
    const values = [top, right, bottom, left];
    const four = SIDES.map((prop, side) =>
      declaration.clone({ prop, value: values[side] }),
    );
    declaration.replaceWith(...four);
  });
  await replaceFile(file, sheet.toString());
}

async function compress(file) {
  const content = await readFile(file);
  const body = await brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  await replaceFile(`${file}.br`, body);
}

/** Keeps the notices of the scripts as the compiler wrote them: what makes them fewer and smaller loses them. */
async function keepNotices(files) {
  let text = existsSync(NOTICES) ? await readFile(NOTICES, "utf8") : "";
  for (const file of files) {
    const [notices] = BUNDLED_NOTICES.exec(await readFile(file, "utf8")) ?? [];
    if (notices && !text.includes(notices)) text += `${notices}\n`;
  }
  await replaceFile(NOTICES, text);
}

/** @returns {Promise<void>} */
export async function finishBuild() {
  if (!areGrouped()) {
    await keepNotices(filesToFinish().filter((file) => file.endsWith(".js")));
    await groupScripts();
  }
  const files = filesToFinish();
  const { browserslist } = JSON.parse(await readFile("package.json", "utf8"));
  const scripts = await Promise.all(
    files
      .filter((file) => file.endsWith(".js") && !MANIFEST.test(file))
      .map((file) => lower(file, browserslist)),
  );
  await Promise.all(scripts.map(({ file, code }) => replaceFile(file, code)));
  await Promise.all(
    files.filter((file) => file.endsWith(".css")).map(lowerSheet),
  );
  await Promise.all(files.map(compress));
}

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await finishBuild();
}
