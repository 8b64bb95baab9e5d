import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const WITHIN_MS = 20_000;

/** The file of this kind that the browser has saved, as soon as it is whole; while it comes it has another name. */
export async function savedFile(
  folder: string,
  ending: string,
): Promise<Buffer> {
  const until = Date.now() + WITHIN_MS;
  for (;;) {
    const names = readdirSync(folder, { recursive: true }).map(String);
    const done = names.find((name) => name.endsWith(ending));
    if (done) {
      const file = readFileSync(path.join(folder, done));
      if (file.length > 0) return file;
    }
    if (Date.now() > until) {
      throw new Error(`no ${ending} was saved, only [${names.join(", ")}]`);
    }
    await wait(100);
  }
}
