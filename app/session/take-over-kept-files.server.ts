import { readdir, readFile, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { formIn, type KeptFormStore } from "./kept-form-store.server";

/** Names of older versions: digests of a session's id, of a page and of the entries; and what a crash left half written. */
const FORM = /^([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{64}$/;
const OURS = /^([0-9a-f]{32}-[0-9a-f]{16}-)?[0-9a-f]{64}(\.\w+)*$/;

/**
 * Takes the forms over that older versions have kept as files within a folder, and removes these and the files of sessions,
 * whose users log in again. What a killed process has left is taken over at the next start; two may do it at once. Returns
 * how many forms were taken.
 */
export async function takeOverKeptFiles(
  within: string,
  forms: Pick<KeptFormStore, "keepOf">,
): Promise<number> {
  let taken = 0;
  await emptied(join(within, "kept-forms"), async (name, path) => {
    const [, sender] = FORM.exec(name) ?? [];
    const text = await readFile(path, "utf8").catch(() => null);
    const form = formIn(text);
    if (!sender || !form) return;
    const { mtimeMs } = await stat(path);
    if (await forms.keepOf(sender, form, Math.round(mtimeMs))) taken += 1;
  });
  await emptied(join(within, "sessions"), async () => undefined);
  return taken;
}

/** Removes a folder and each of our files in it, once that has been taken. */
async function emptied(
  folder: string,
  take: (name: string, path: string) => Promise<void>,
): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => OURS.test(one))) {
    const path = join(folder, name);
    await take(name, path);
    await rm(path, { force: true });
  }
  // It stays where there is something else in it.
  await rmdir(folder).catch(() => undefined);
}
