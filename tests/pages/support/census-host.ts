import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSettings } from "~/contract/settings";
import { startMockHost, type MockHost } from "~mocks/mock-host";
import { storeMessage } from "~server/messages/senders/testing/store-message";
import { importCensus } from "~server/imports/import-census";
import { importReports } from "~server/imports/import-reports";
import { NO_PROGRESS } from "~server/command-line/progress";
import { CENSUS, PASSWORD, writeCensus } from "./census";

/** What the host knows beside the small census: an admin, a user that is nobody's (11), and notes of last night. */
export const ADDED = {
  "users.csv": `${CENSUS["users.csv"]}
admin,Ada,Admin,${PASSWORD},admin,0,false
spare,Sue,Spare,${PASSWORD},facility,102,false`,
  "notes.csv": `note_id,patient_id,facility_id,npi,noted_at,note_type,note_text,provider,high_risk
1,1,101,1000000001,${hoursAgo(3)},Consultation,Seen by telehealth.,,false
2,2,101,1000000002,${hoursAgo(9)},Consultation,Seen again.,Dr. Night,true`,
};

const UNKNOWN_SENDER = { reason: "unknown_sender" } as const;

export interface CensusHostOptions {
  /** Files of the small census to replace. */
  census?: Record<string, string>;
  /** Rows of embedded reports, with their header. */
  reports?: string;
  slowMs?: number;
}

/** A mock host over a data server with the small census. */
export async function startCensusHost({
  census = {},
  reports,
  slowMs,
}: CensusHostOptions = {}): Promise<MockHost> {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-host-"));
  const { settings, problems } = parseSettings({
    DATA_DIR: join(folder, "data"),
    DEMO: "0",
  });
  if (!settings) throw new Error(problems.join("\n"));
  const host = await startMockHost({ settings, slowMs });
  const { store } = host.dataServer;
  const now = new Date();
  writeCensus(join(folder, "census"), { ...ADDED, ...census });
  const { outcome } = await importCensus({
    store,
    folder: join(folder, "census"),
    dataDir: settings.DATA_DIR,
    replace: false,
    now,
    progress: NO_PROGRESS,
  });
  if (outcome !== "stored") throw new Error("the census was refused");
  await storeMessage(
    store.db,
    { sender: "LAB", facility: "ELM", status: "waiting", ...UNKNOWN_SENDER },
    "MSH|^~\\&|LAB|ELM\rPID|1||77^^^LAB^MR\r",
  );
  if (reports) {
    const filePath = join(folder, "reports.csv");
    writeFileSync(filePath, reports);
    await importReports({ store, filePath, replace: false, now });
  }
  return {
    ...host,
    async close() {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
