import { parseArgs } from "node:util";
import type { Settings } from "~/contract/settings";
import { stopOnSignal } from "~/runtime/stop-on-signal.server";
import { afterRealTime, afterRealTimeAwake } from "~server/clock/clock";
import {
  CommandError,
  describeError,
} from "~server/command-line/command-error";
import { showProgress } from "~server/command-line/progress";
import {
  runOnStore,
  openConfiguredStore,
} from "~server/command-line/run-on-store";
import { readSettings } from "~server/env";
import { openFolder } from "~server/messages/transport/folder";
import {
  configuredSenders,
  configuredTls,
  openMllpServer,
} from "./transport/mllp-server";
import { countTraffic, type Traffic } from "~server/messages/transport/traffic";
import { createLog } from "~server/log";
import { openFeed } from "./open-feed";
import type { Receive } from "./receive";
import { feedFiles } from "./transport/feed-files";

const EXIT_STATUS = { problems: 1, wrongUse: 2, failed: 5 } as const;

const USAGE = `Usage: npm run feed
       npm run feed -- FILE…

Takes messages of admissions, discharges and transfers (HL7 v2, FHIR) into the census.

Without files it takes them as they come, until it is stopped: from the port HL7_PORT by MLLP, from the files of the folder
HL7_DIR, or from both. With files it takes what is in them, and ends. The file - is standard input.

Exit status with files:
  0  all messages are stored, were known already, or are set aside
  1  some were not used, or a file could not be read
  2  wrong use, or wrong settings
  5  failed: the database, the disk or something else. Run it again: what is stored stays as it is
`;

const NOTHING_TO_DO = `There is nothing to take messages from. Set HL7_PORT, a port for senders, or HL7_DIR, a folder. Or name files.
`;

const UNDONE =
  "What was told as stored is stored. Run it again: what is known changes nothing.";

const clock = () => new Date();

function readFiles(args: string[]): string[] | "help" | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: "boolean" } },
    });
    return values.help ? "help" : positionals;
  } catch {
    return null;
  }
}

function feedOnce(files: readonly string[]): Promise<void> {
  return runOnStore(
    async (store, settings) => {
      const feed = await openFeed(store, {
        clock,
        // Standard output holds the report.
        log: createLog("silent"),
        keptDays: settings.FEED_RETENTION_DAYS,
      });
      try {
        const { lines, isAllUsed } = await feedFiles({
          files,
          input: process.stdin,
          receive: feed.receive,
          clock,
          progress: showProgress(process.stderr),
        });
        await feed.applied();
        process.stdout.write(lines.map((line) => `${line}\n`).join(""));
        if (!isAllUsed) process.exitCode = EXIT_STATUS.problems;
      } finally {
        await feed.close();
      }
    },
    () => EXIT_STATUS.failed,
    undefined,
    UNDONE,
  );
}

async function serveFeed(settings: Settings): Promise<void> {
  const log = createLog(settings.LOG_LEVEL);
  /** Closed in reverse order. */
  const closers: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    const store = await openConfiguredStore(settings);
    closers.push(() => store.close());
    const feed = await openFeed(store, {
      clock,
      log,
      keptDays: settings.FEED_RETENTION_DAYS,
    });
    closers.push(() => feed.close());
    const traffic = countTraffic(log, afterRealTime);
    const { receive } = feed;
    const inputs: { close(): Promise<void> }[] = [];
    closers.push(() => Promise.all(inputs.map((input) => input.close())));
    const port = await listen(settings, receive, traffic);
    if (port) inputs.push(port);
    const { HL7_DIR: dir, FEED_RETENTION_DAYS: keptDays } = settings;
    if (dir) {
      const ways = { receive, clock, after: afterRealTimeAwake, traffic, log };
      inputs.push(await openFolder({ dir, keptDays, ...ways }));
    }
    log.info({
      event: "feed.started",
      address: port && `${settings.HL7_HOST}:${port.port}`,
      tls: settings.HL7_TLS_CERT !== undefined,
      folder: settings.HL7_DIR !== undefined,
    });
    stopOnSignal(async () => {
      log.info({ event: "feed.stopping" });
      await closeAll();
      traffic.close();
    });
  } catch (error) {
    process.exitCode = EXIT_STATUS.failed;
    process.stderr.write(`${describeError(error)}\n`);
    await closeAll();
  }
}

async function listen(settings: Settings, receive: Receive, traffic: Traffic) {
  const { HL7_HOST, HL7_PORT } = settings;
  if (HL7_PORT === undefined) return null;
  const tls = configuredTls(settings);
  const allowed = configuredSenders(settings);
  const place = { host: HL7_HOST, port: HL7_PORT, tls, allowed };
  const ways = { receive, traffic, clock, after: afterRealTime };
  try {
    return await openMllpServer({ ...place, ...ways });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new CommandError(
      `HL7_HOST and HL7_PORT cannot be listened at: ${HL7_HOST}:${HL7_PORT} (${String(code)}).`,
    );
  }
}

async function main(): Promise<void> {
  const files = readFiles(process.argv.slice(2));
  if (files === "help") {
    process.stdout.write(USAGE);
  } else if (files === null) {
    process.stderr.write(USAGE);
    process.exitCode = EXIT_STATUS.wrongUse;
  } else if (files.length > 0) {
    await feedOnce(files);
  } else {
    const settings = readSettings(EXIT_STATUS.wrongUse);
    if (settings.HL7_PORT !== undefined || settings.HL7_DIR) {
      await serveFeed(settings);
    } else {
      process.stderr.write(NOTHING_TO_DO);
      process.exitCode = EXIT_STATUS.wrongUse;
    }
  }
}

await main();
