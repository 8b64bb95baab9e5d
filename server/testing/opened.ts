import { beforeAll, beforeEach } from "vitest";

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
