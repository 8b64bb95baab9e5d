import { parseArgs } from "node:util";
import { showProgress } from "~server/command-line/progress";
import { runOnStore } from "~server/command-line/run-on-store";
import { readSettings } from "~server/env";
import { createLog } from "~server/log";
import { FEED_EXIT_STATUS, FEED_EXIT_STATUS_HELP } from "./exit-status";
import { fhirFile } from "./fhir/fhir-file";
import { openFeed } from "./open-feed";
import { serveFeed } from "./serve-feed";
import { feedFiles } from "./transport/feed-files";

const USAGE = `Usage: npm run feed
       npm run feed -- FILE…

Takes messages of admissions, discharges and transfers (HL7 v2, FHIR) into the census.

Without files it takes them as they come, until it is stopped: from the port HL7_PORT by MLLP, from the files of the folder
HL7_DIR, or from both. With files it takes what is in them, and ends. The file - is standard input.

${FEED_EXIT_STATUS_HELP}`;

const NOTHING_TO_DO = `There is nothing to take messages from. Set HL7_PORT, a port for senders, or HL7_DIR, a folder. Or name files.
`;

const UNDONE =
  "What was told as stored is stored. Run it again: what is known changes nothing.";

const clock = () => new Date();

/** Null for options that there are not. */
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
        // Standard output has the report.
        log: createLog("silent"),
        retentionDays: settings.FEED_RETENTION_DAYS,
      });
      try {
        const { lines, isAllUsed } = await feedFiles({
          files,
          input: process.stdin,
          receive: feed.receive,
          readFhir: fhirFile,
          clock,
          progress: showProgress(process.stderr),
        });
        await feed.applied();
        process.stdout.write(lines.map((line) => `${line}\n`).join(""));
        if (!isAllUsed) process.exitCode = FEED_EXIT_STATUS.problems;
      } finally {
        await feed.close();
      }
    },
    () => FEED_EXIT_STATUS.failed,
    undefined,
    UNDONE,
  );
}

async function main(): Promise<void> {
  const files = readFiles(process.argv.slice(2));
  if (files === "help") {
    process.stdout.write(USAGE);
  } else if (files === null) {
    process.stderr.write(USAGE);
    process.exitCode = FEED_EXIT_STATUS.wrongUse;
  } else if (files.length > 0) {
    await feedOnce(files);
  } else {
    const settings = readSettings(FEED_EXIT_STATUS.wrongUse);
    if (settings.HL7_PORT !== undefined || settings.HL7_DIR) {
      await serveFeed(settings);
    } else {
      process.stderr.write(NOTHING_TO_DO);
      process.exitCode = FEED_EXIT_STATUS.wrongUse;
    }
  }
}

await main();
