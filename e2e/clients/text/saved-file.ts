import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const WITHIN_MS = 20_000;

/** The file that the browser has saved into the folder, as soon as it does not grow any more. */
export async function savedFile(
  folder: string,
  ending: string,
): Promise<{ name: string; content: Buffer }> {
  const until = Date.now() + WITHIN_MS;
  let size = 0;
  for (;;) {
    const names = readdirSync(folder);
    const name = names.find((one) => one.endsWith(ending));
    if (name) {
      const content = readFileSync(path.join(folder, name));
      if (content.length > 0 && content.length === size)
        return { name, content };
      size = content.length;
    }
    if (Date.now() > until) {
      throw new Error(`no ${ending} was saved, only [${names.join(", ")}]`);
    }
    await wait(300);
  }
}
