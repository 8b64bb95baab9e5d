import type { Settings } from "~/contract/settings";
import { stopOnSignal } from "~/runtime/stop-on-signal.server";
import { afterRealTime, afterRealTimeAwake } from "~server/clock/timers";
import {
  CommandError,
  describeError,
} from "~server/command-line/command-error";
import { openConfiguredStore } from "~server/command-line/configured-store";
import { createLog } from "~server/log";
import { FEED_EXIT_STATUS } from "./exit-status";
import { fhirFile } from "./fhir/fhir-file";
import { openFeed } from "./open-feed";
import { openFolder } from "./transport/folder";
import { configuredSenders, configuredTls } from "./transport/mllp-access";
import { openMllpServer, type MllpServer } from "./transport/mllp-server";
import { countTraffic, type Traffic } from "./transport/traffic";
import type { Receive } from "./receive";

const clock = () => new Date();

/** Takes messages from a port, a folder or both, until the process is told to stop. Sets the exit status where it cannot. */
export async function serveFeed(settings: Settings): Promise<void> {
  const log = createLog(settings.LOG_LEVEL);
  /** What was opened, and has to be closed before what was opened before it. */
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
      retentionDays: settings.FEED_RETENTION_DAYS,
    });
    closers.push(() => feed.close());
    const traffic = countTraffic(log, afterRealTime);
    const { receive } = feed;
    /** The port and the folder; each takes its time to close. */
    const inputs: { close(): Promise<void> }[] = [];
    closers.push(() => Promise.all(inputs.map((input) => input.close())));
    const port = await listen(settings, receive, traffic);
    if (port) inputs.push(port);
    if (settings.HL7_DIR) {
      const folder = await openFolder({
        dir: settings.HL7_DIR,
        receive,
        clock,
        after: afterRealTimeAwake,
        readFhir: fhirFile,
        traffic,
        log,
        keptDays: settings.FEED_RETENTION_DAYS,
      });
      inputs.push(folder);
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
    process.exitCode = FEED_EXIT_STATUS.failed;
    process.stderr.write(`${describeError(error)}\n`);
    await closeAll();
  }
}

/** Null where no port is named. */
async function listen(
  settings: Settings,
  receive: Receive,
  traffic: Traffic,
): Promise<MllpServer | null> {
  const { HL7_HOST, HL7_PORT } = settings;
  if (HL7_PORT === undefined) return null;
  const tls = configuredTls(settings);
  try {
    return await openMllpServer({
      host: HL7_HOST,
      port: HL7_PORT,
      tls,
      allowed: configuredSenders(settings),
      receive,
      traffic,
      clock,
      after: afterRealTime,
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new CommandError(
      `HL7_HOST and HL7_PORT cannot be listened at: ${HL7_HOST}:${HL7_PORT} (${String(code)}).`,
    );
  }
}
