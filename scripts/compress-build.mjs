/**
 * Leaves beside each sheet and script of the build the same compressed as well as brotli can, for the portal to send
 * (app/http/built-files.server.ts). `npm run build` runs it after `remix build`.
 */
import { existsSync, readdirSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const OUTPUT = "public/build";
const brotli = promisify(brotliCompress);

/** Their names change with what is in them, so what is there already is right. */
function filesToCompress() {
  if (!existsSync(OUTPUT)) return [];
  return readdirSync(OUTPUT, { recursive: true })
    .map((name) => join(OUTPUT, String(name)))
    .filter((file) => /\.(css|js)$/.test(file) && !existsSync(`${file}.br`));
}

/**
 * True where nothing of the build is left to compress.
 * @returns {boolean}
 */
export function isCompressed() {
  return filesToCompress().length === 0;
}

/** @returns {Promise<void>} */
export async function compressBuild() {
  const compress = async (file) => {
    const content = await readFile(file);
    const body = await brotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    });
    // Whole or not at all: what has its name is taken for whole, also after a power cut.
    const draft = `${file}.br.${process.pid}`;
    await writeFile(draft, body, { flush: true });
    await rename(draft, `${file}.br`);
  };
  await Promise.all(filesToCompress().map(compress));
}

if (resolve(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
  await compressBuild();
}
