export interface Started {
  stop(): Promise<void>;
}

/** Starts things that need one another; they stop in turn, the last one first, also where one of them does not start. */
export async function startInTurn<Result extends object>(
  start: (
    add: <One extends Started>(one: Promise<One>) => Promise<One>,
  ) => Promise<Result>,
): Promise<Result & Started> {
  const running: Started[] = [];
  const stop = async () => {
    for (const one of running.splice(0).reverse()) await one.stop();
  };
  try {
    const result = await start(async (one) => {
      const started = await one;
      running.push(started);
      return started;
    });
    return { ...result, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
