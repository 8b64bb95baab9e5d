import { startProgram } from "./program";

const NUMBER = /^(\d+)\n/m;

interface Display {
  /** As the environment variable DISPLAY has it. */
  name: string;
  close(): Promise<void>;
}

/** Starts something on a display, which goes when that does, or where it does not start. */
export async function onDisplay<Started extends { stop(): Promise<void> }>(
  start: (display: string) => Promise<Started>,
): Promise<Started> {
  const display = await openDisplay();
  try {
    const started = await start(display.name);
    return {
      ...started,
      async stop() {
        await started.stop();
        await display.close();
      },
    };
  } catch (error) {
    await display.close();
    throw error;
  }
}

/** A screen of 1280 by 1024 that nobody sees, for programs that draw windows. */
async function openDisplay(): Promise<Display> {
  const { said, stop } = await startProgram(
    "Xvfb",
    "-displayfd 1 -screen 0 1280x1024x24 -nolisten tcp -noreset".split(" "),
    { ready: NUMBER },
  );
  return { name: `:${NUMBER.exec(said)?.[1]}`, close: stop };
}
