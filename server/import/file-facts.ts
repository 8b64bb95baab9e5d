import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import path from "node:path";
import type { ImportReport } from "./import-report";

/** Name, size and SHA-256 of files, in their order; without those that are not there. */
export async function factsOfFiles(
  paths: readonly string[],
): Promise<ImportReport["files"]> {
  const facts: ImportReport["files"] = [];
  for (const file of paths) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    facts.push({
      name: path.basename(file),
      bytes,
      sha256: hash.digest("hex"),
    });
  }
  return facts;
}
