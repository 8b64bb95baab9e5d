import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { compiledFile } from "~server/testing/child-process";
import { writeCensus } from "./census";

const ROOT = resolve(import.meta.dirname, "../../..");
const QUICK_HASHES = pathToFileURL(
  join(import.meta.dirname, "quick-hashes.mjs"),
).href;

/**
 * Fills a data folder that is not there yet with the small census. Its import costs seconds, of which most go to starting
 * it: a census is imported once in a run, and copied for each portal that begins with it. Its passwords are quickly checked.
 */
export function fillWithCensus(
  dataDir: string,
  changed: Record<string, string> = {},
): void {
  cpSync(templateOf(changed), dataDir, { recursive: true });
}

function templateOf(changed: Record<string, string>): string {
  const digest = createHash("sha256").update(JSON.stringify(changed));
  const templates = inject("templateFolder");
  const template = join(templates, digest.digest("hex"));
  if (existsSync(template)) return template;
  const draft = mkdtempSync(join(templates, "draft-"));
  const dataDir = join(draft, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  importCensus(join(draft, "census"), changed, dataDir);
  try {
    renameSync(dataDir, template);
  } catch (error) {
    // Another worker was quicker.
    if (!existsSync(template)) throw error;
  }
  return template;
}

function importCensus(
  folder: string,
  changed: Record<string, string>,
  dataDir: string,
): void {
  writeCensus(folder, changed);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["--import", QUICK_HASHES],
      ...[compiledFile("server/imports/command.ts"), folder],
    ],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        DATA_DIR: dataDir,
        DEMO: "0",
      },
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`import failed: ${stdout}${stderr}`);
}
