import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const WITHIN_MS = 20_000;
const LOOK_AGAIN_MS = 200;

const GROWS_WITHIN_MS = 1_500;

/** The file that the browser has saved into the folder, as soon as it does not grow any more. */
export async function savedFile(
  folder: string,
  ending: string,
): Promise<{ name: string; content: Buffer }> {
  const until = Date.now() + WITHIN_MS;
  let size = 0;
  let since = Date.now();
  for (;;) {
    const names = readdirSync(folder, { recursive: true }).map(String);
    const name = names.find((one) => one.endsWith(ending));
    if (name) {
      const content = readFileSync(path.join(folder, name));
      if (content.length !== size) {
        size = content.length;
        since = Date.now();
      }
      if (size > 0 && Date.now() - since > GROWS_WITHIN_MS) {
        return { name, content };
      }
    }
    if (Date.now() > until) {
      throw new Error(`no ${ending} was saved, only [${names.join(", ")}]`);
    }
    await wait(LOOK_AGAIN_MS);
  }
}
