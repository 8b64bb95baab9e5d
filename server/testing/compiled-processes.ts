import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { compile } from "../../scripts/compile.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of this run's compiled processes, in the tree of their sources. */
    compiledProcesses: string;
  }
}

const ROOT = path.resolve(import.meta.dirname, "../..");
const OWN = "server/testing/processes";
const COMMANDS = [
  "server/backup/command.ts",
  "server/backup/restore-command.ts",
  "server/forget/command.ts",
  "server/messages/command.ts",
  "server/messages/send-command.ts",
  "server/imports/command.ts",
  "server/imports/cms-command.ts",
  "server/imports/ratings-command.ts",
  "server/imports/reports-command.ts",
  "server/measures/check-command.ts",
  "server/move/command.ts",
  "server/standalone.ts",
  "server/users-command/command.ts",
];

/** Compiles test processes before a run's first test. */
export async function setup(project: TestProject): Promise<() => void> {
  // Packages resolve only inside the project.
  const folder = mkdtempSync(path.join(ROOT, "node_modules/.processes-"));
  const compileAll = () => {
    const own = readdirSync(path.join(ROOT, OWN));
    return compile(
      [...COMMANDS, ...own.map((name) => `${OWN}/${name}`)],
      folder,
    );
  };
  await compileAll();
  project.onTestsRerun(compileAll);
  project.provide("compiledProcesses", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
