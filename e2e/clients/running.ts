/** How to stop each program that runs, for a run that is interrupted. */
const running = new Set<() => Promise<void>>();
let isOver = false;

/** Keeps how to stop a program until it is stopped. What it gives stops the program. */
export function whileRunning(stop: () => Promise<void>): () => Promise<void> {
  const stopOnce = async () => {
    running.delete(stopOnce);
    await stop();
  };
  running.add(stopOnce);
  return stopOnce;
}

/** Whether nothing is to be started any more. */
export function isInterrupted(): boolean {
  return isOver;
}

/** Stops the last one first: a browser before its display. What was about to start meanwhile is stopped too. */
export async function stopRunning(): Promise<void> {
  isOver = true;
  for (let stop = last(); stop; stop = last()) {
    await stop().catch(() => undefined);
  }
}

function last(): (() => Promise<void>) | undefined {
  return [...running].at(-1);
}
