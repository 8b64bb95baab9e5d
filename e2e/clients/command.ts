import { parseArgs } from "node:util";
import { chromium } from "./browsers/chromium";
import { firefox } from "./browsers/firefox";
import { qtWebengine } from "./browsers/qt-webengine";
import { webkit } from "./browsers/webkit";
import { JOURNEYS } from "./client";
import { startPortal } from "./portal";
import { stopRunning } from "./running";
import { runClient } from "./run-client";

const CLIENTS = [chromium, qtWebengine, firefox, webkit];

/** The names of a list with commas, or all; throws with those that there are where one is not. */
function chosen<Name extends string>(
  what: string,
  list: string | undefined,
  all: readonly Name[],
): Name[] {
  if (!list) return [...all];
  return list.split(",").map((wanted) => {
    const found = all.find((name) => name === wanted);
    if (found) return found;
    throw new Error(`No ${what} '${wanted}'. There are ${all.join(", ")}.`);
  });
}

/** By the signal that a shell reports: 128 and its number. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** An interrupted run leaves nothing running: no portal, and none of the programs of clients. */
function endWithSignals(): void {
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      void stopRunning().then(() => process.exit(code));
    });
  }
}

/**
 * `npm run test:clients [-- --client=a,b --journey=c,d]`: takes browsers that users really have through the built portal,
 * and says of each what held.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { client: { type: "string" }, journey: { type: "string" } },
  });
  const names = CLIENTS.map(({ name }) => name);
  const wanted = chosen("client", values.client, names);
  const journeys = chosen("journey", values.journey, JOURNEYS);
  endWithSignals();
  const portal = await startPortal();
  try {
    for (const client of CLIENTS.filter(({ name }) => wanted.includes(name))) {
      const isWhole = await runClient(client, journeys, portal);
      if (!isWhole) process.exitCode = 1;
    }
  } finally {
    await portal.stop();
  }
}

await main();
