import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Portal } from "./portal";

/** The file of the session that was opened last. */
export function newestSessionFile({
  dataDir,
}: Pick<Portal, "dataDir">): string {
  const folder = join(dataDir, "sessions");
  const files = readdirSync(folder).map((name) => join(folder, name));
  files.sort((a, b) => statSync(b).birthtimeMs - statSync(a).birthtimeMs);
  return files[0] ?? "";
}

/** As if that session had last been used so long ago. */
export function idleFor(portal: Pick<Portal, "dataDir">, ms: number): void {
  const then = (Date.now() - ms) / 1000;
  utimesSync(newestSessionFile(portal), then, then);
}
