import { beforeAll, beforeEach } from "vitest";
import { makeTemporaryFolder } from "./temporary-folder";

interface Closed {
  close(): Promise<void>;
}

/** Opens one before each test and closes it afterwards. The answer always has what the running test opened. */
export function openedForEach<Opened extends Closed>(
  open: () => Promise<Opened>,
): Opened {
  const opened = {} as Opened;
  beforeEach(async () => {
    Object.assign(opened, await open());
    return () => opened.close();
  });
  return opened;
}

/** Opens one for all tests of a suite. */
export function openedForAll<Opened extends Closed>(
  open: () => Promise<Opened>,
): Opened {
  const opened = {} as Opened;
  beforeAll(async () => {
    Object.assign(opened, await open());
    return () => opened.close();
  });
  return opened;
}

/** Makes a temporary folder before each test and removes it afterwards. */
export function folderForEach(): { folder: string } {
  const made = { folder: "" };
  beforeEach(() => {
    const { folder, remove } = makeTemporaryFolder();
    made.folder = folder;
    return remove;
  });
  return made;
}
