import { open, rename, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";

/**
 * Makes a file that only this account can read, whole or not at all: a full disk leaves no empty one behind. Throws EEXIST
 * where there is one already, which it does not touch.
 */
export async function makeFile(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** As {@link makeFile}, in the place of the file that is there, if any: whoever reads sees the one or the other. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await makeFile(draft, text);
  try {
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
