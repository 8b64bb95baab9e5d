import { parseArgs } from "node:util";
import { JOURNEYS, type ClientReport, type JourneyName } from "./client";
import { asMarkdown, asText, hasFailed } from "./matrix";
import { startPortal } from "./portal";
import { stopRunning } from "./running";
import { CLIENTS } from "./registry";
import { runClient } from "./run-client";

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
 * `npm run test:clients [-- --client=a,b --journey=c,d --markdown]`: takes the clients that users really have through
 * the built portal and prints which of them can do what. Progress goes to standard error.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      client: { type: "string" },
      journey: { type: "string" },
      markdown: { type: "boolean", default: false },
    },
  });
  const clients = chosen("client", values.client, Object.keys(CLIENTS));
  const journeys = chosen(
    "journey",
    values.journey,
    Object.keys(JOURNEYS) as JourneyName[],
  );
  const reports: ClientReport[] = [];
  endWithSignals();
  const portal = await startPortal();
  try {
    for (const name of clients) {
      const client = await CLIENTS[name]?.();
      if (client) reports.push(await runClient(client, journeys, portal));
    }
  } finally {
    await portal.stop();
  }
  const day = new Date().toISOString().slice(0, 10);
  process.stdout.write(
    values.markdown ? asMarkdown(reports, day) : asText(reports),
  );
  if (hasFailed(reports)) process.exitCode = 1;
}

await main();
