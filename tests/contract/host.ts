import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import pino from "pino";
import { parseSettings } from "~/contract/settings";
import { epochDayOf } from "~/domain/calendar";
import { openDataServer } from "~server/data-server";
import { importCensus } from "~server/imports/import-census";
import { importReports } from "~server/imports/import-reports";
import { NO_PROGRESS } from "~server/command-line/progress";
import { storeReportFile } from "~server/cms-requests/report-files";
import { addFinishedReport } from "~server/testing/finished-report";
import type { Database } from "~server/store/schema";
import {
  PRINCIPAL,
  startPowerBiService,
} from "~server/testing/power-bi-service";
import { CENSUS, REPORTS } from "./census.data";

/** {@link openHost}'s host; the path of a call begins with a slash. */
export type HostUnderTest = Awaited<ReturnType<typeof openHost>>;

/** The data server with the suite's organisation. */
export async function openHost(clock: () => Date) {
  const folder = mkdtempSync(join(tmpdir(), "sojourn-contract-"));
  const dataDir = join(folder, "data");
  const { settings, problems } = parseSettings({
    DATA_DIR: dataDir,
    DEMO: "0",
    POWERBI_TENANT_ID: PRINCIPAL.tenantId,
    POWERBI_CLIENT_ID: PRINCIPAL.clientId,
    POWERBI_CLIENT_SECRET: PRINCIPAL.clientSecret,
  });
  if (!settings) throw new Error(problems.join("\n"));
  const log = pino({ level: "silent" });
  const powerBi = startPowerBiService();
  const server = await openDataServer({ settings, log, clock });
  const { store } = server;

  const censusFolder = join(folder, "census");
  mkdirSync(censusFolder);
  for (const [name, text] of Object.entries(CENSUS)) {
    writeFileSync(join(censusFolder, name), text);
  }
  const filePath = join(folder, "reports.csv");
  writeFileSync(filePath, REPORTS);
  const now = clock();
  const { outcome } = await importCensus({
    store,
    folder: censusFolder,
    dataDir: settings.DATA_DIR,
    replace: false,
    now,
    progress: NO_PROGRESS,
  });
  if (outcome !== "stored") throw new Error("the census was refused");
  await importReports({ store, filePath, replace: false, now });
  await seedCmsReports(store.db, now);

  const listener = await new Promise<Server>((resolve) => {
    const started = serve(
      {
        fetch: (request) => server.fetch(request),
        hostname: "127.0.0.1",
        port: 0,
        overrideGlobalObjects: false,
      },
      () => resolve(started),
    ) as Server;
  });
  const { port } = listener.address() as AddressInfo;
  return {
    doors: server.doors,
    /** Calls it over HTTP, without a port. */
    ask: (path: string, init?: RequestInit) =>
      server.fetch(new Request(`http://data-server.invalid${path}`, init)),
    /** Address of the port on which it listens as well. */
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => listener.close(resolve));
      listener.closeAllConnections();
      await closed;
      await server.close();
      powerBi.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A finished CMS report and a failed one of facility 101, and a finished one of facility 211. */
export const CMS_REPORTS = { finished: 1013, failed: 1014, elsewhere: 2113 };

async function seedCmsReports(db: Database, now: Date): Promise<void> {
  const day = epochDayOf("2026-06-28");
  for (const [name, id] of Object.entries(CMS_REPORTS)) {
    const hasFailed = name === "failed";
    await addFinishedReport(db, Math.floor(id / 10), {
      id,
      report_type_id: 800,
      name: "Facility Quality Measure Report",
      start_day: day - 90,
      end_day: day,
      status: hasFailed ? "error" : "completed",
      requested_at: now.toISOString(),
      next_attempt_at: "2999-01-01T00:00:00.000Z",
      problem: hasFailed ? "CMS does not know this facility." : null,
    });
    if (!hasFailed) {
      await storeReportFile(db, id, Buffer.from("%PDF-1.4\n%%EOF\n"));
    }
  }
}
