import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for this run of the tests, where data folders stand that several portals begin with. */
    templateFolder: string;
  }
}

/** Before the first test of a run: makes the folder; after the last one it is removed. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-templates-"));
  project.provide("templateFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
