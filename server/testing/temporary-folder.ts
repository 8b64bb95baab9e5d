import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export function makeTemporaryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-test-"));
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
