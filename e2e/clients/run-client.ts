import { mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PASSWORD } from "../support/accounts";
import type {
  Client,
  ClientReport,
  Journey,
  JourneyName,
  Outcome,
} from "./client";
import { openLine, type Line } from "./line";
import { whyNotHere } from "./packages";
import type { Portal } from "./portal";
import { isInterrupted } from "./running";

/** A limit against hanging. */
const JOURNEY_WITHIN_MS = 600_000;
const LONGEST_REASON = 240;
const MOST_TRIES = 5;
const SHOWN = "test-results/clients";

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > LONGEST_REASON
    ? `${line.slice(0, LONGEST_REASON)}…`
    : line;
}

/** Rejects when the journey takes too long; the journey itself closes what it opened. */
async function inTime(journey: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => fail(new Error("it took longer than ten minutes")),
      JOURNEY_WITHIN_MS,
    );
  });
  await Promise.race([journey, late]).finally(() => clearTimeout(timer));
}

/** A program that ends late may still write there. What cannot be removed is said, and the walk goes on. */
async function remove(folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await rm(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === MOST_TRIES) {
        process.stderr.write(`${folder} is left: ${reasonOf(error)}\n`);
        return;
      }
      await wait(1_000);
    }
  }
}

async function outcomeOf(
  journey: Journey,
  { line, portal, shown }: { line: Line; portal: Portal; shown: string },
): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), "sojourn-client-"));
  mkdirSync(shown, { recursive: true });
  line.errors.length = 0;
  try {
    await inTime(
      journey({
        origin: line.origin,
        line,
        portal,
        folder,
        shown,
        demo: (username) => ({ username, password: PASSWORD }),
      }),
    );
    return { result: "pass" };
  } catch (error) {
    return { result: "fail", reason: reasonOf(error) };
  } finally {
    await line.mend();
    line.setFault("none");
    await remove(folder);
  }
}

/** Takes the client through the journeys, one after the other. */
export async function runClient(
  client: Client,
  names: readonly JourneyName[],
  portal: Portal,
): Promise<ClientReport> {
  const { name } = client;
  const missing = whyNotHere(client);
  if (missing) return { name, version: null, missing, outcomes: {} };
  const report: ClientReport = {
    name,
    version: await client.version().catch((error) => reasonOf(error)),
    missing,
    outcomes: {},
  };
  const line = await openLine(portal.port);
  try {
    for (const journey of names) {
      if (isInterrupted()) break;
      const startedAt = Date.now();
      const outcome = await outcomeOf(client.journeys[journey], {
        line,
        portal,
        shown: path.join(SHOWN, name, journey),
      });
      report.outcomes[journey] = outcome;
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      const reason = "reason" in outcome ? `: ${outcome.reason}` : "";
      process.stderr.write(
        `${name} ${journey} ${outcome.result} (${seconds} s)${reason}\n`,
      );
    }
  } finally {
    await line.close();
  }
  return report;
}
