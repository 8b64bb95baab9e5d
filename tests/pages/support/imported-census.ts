import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
} from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { NO_PROGRESS } from "~server/command-line/progress";
import { censusTask } from "~server/imports/import-census";
import { reportedImport } from "~server/imports/reported-import";
import { writeCensus } from "./census";
import { inStore } from "./store-of-portal";

/** Fills a new data folder with the small census, which is imported once a run and copied for each portal. */
export async function fillWithCensus(
  dataDir: string,
  changed: Record<string, string> = {},
): Promise<void> {
  cpSync(await templateOf(changed), dataDir, { recursive: true });
}

async function templateOf(changed: Record<string, string>): Promise<string> {
  const digest = createHash("sha256").update(JSON.stringify(changed));
  const templates = inject("templateFolder");
  const template = join(templates, digest.digest("hex"));
  if (existsSync(template)) return template;
  const draft = mkdtempSync(join(templates, "draft-"));
  const dataDir = join(draft, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  await importCensus(join(draft, "census"), changed, dataDir);
  try {
    renameSync(dataDir, template);
  } catch (error) {
    // Another worker was quicker.
    if (!existsSync(template)) throw error;
  }
  return template;
}

async function importCensus(
  folder: string,
  changed: Record<string, string>,
  dataDir: string,
): Promise<void> {
  writeCensus(folder, changed);
  await inStore({ dataDir }, async (store) => {
    const options = { store, folder, dataDir, replace: false };
    const { report, error } = await reportedImport(
      censusTask({ ...options, now: new Date(), progress: NO_PROGRESS }),
    );
    if (error) throw error;
    if (report.problems.length > 0) {
      throw new Error(`import refused: ${JSON.stringify(report.problems)}`);
    }
  });
}
