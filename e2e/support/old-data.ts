import path from "node:path";
import type { Page } from "@playwright/test";
import BetterSqlite from "better-sqlite3";
import { logInAt, startPortalWith } from "./portal-of-host";
import { importCensus } from "./portal-with-login";

const portals = new Map<number, ReturnType<typeof startPortalWith>>();

/** The logo page of a portal of its own whose newest data are so many hours old. It ends with the worker. */
export async function seeOldData(page: Page, hours: number): Promise<void> {
  const started =
    portals.get(hours) ??
    startPortalWith({ DEMO: "0" }, (dataDir) => {
      importCensus(dataDir);
      makeOld(dataDir, hours);
    });
  portals.set(hours, started);
  const { origin } = await started;
  await logInAt(page, origin, "facilities");
  await page.goto(`${origin}/`);
}

function makeOld(dataDir: string, hours: number): void {
  const database = new BetterSqlite(path.join(dataDir, "sojourn.db"));
  const at = new Date(Date.now() - hours * 3_600_000).toISOString();
  database.prepare("update data_state set imported_at = ?").run(at);
  database.close();
}
