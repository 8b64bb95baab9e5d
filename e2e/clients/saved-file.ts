import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const WITHIN_MS = 20_000;
const GROWS_WITHIN_MS = 1_500;

/** The text of the file that the browser has saved into the folder, as soon as it does not grow any more. */
export async function savedFile(
  folder: string,
  ending: string,
): Promise<string> {
  const until = Date.now() + WITHIN_MS;
  let before = "";
  for (;;) {
    const names = readdirSync(folder, { recursive: true }).map(String);
    const name = names.find((one) => one.endsWith(ending));
    const text = name ? readFileSync(path.join(folder, name), "utf8") : "";
    if (text && text === before) return text;
    if (Date.now() > until) {
      throw new Error(`no ${ending} was saved, only [${names.join(", ")}]`);
    }
    before = text;
    await wait(GROWS_WITHIN_MS);
  }
}
