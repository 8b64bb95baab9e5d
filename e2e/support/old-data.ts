import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { newYorkSqlDatetime } from "../../app/domain/calendar";
import { Seal } from "../../app/runtime/seal.server";
import { signIn } from "./screens";
import { dataFolder, inPortalDatabase, sessionKeyOf } from "./sessions";

/**
 * The logo page in a session whose newest data are so many hours old. The demo's own data are as old as the server that
 * made them, so the session is told that the last ones that it has seen were older.
 */
export async function seeOldData(page: Page, hours: number): Promise<void> {
  await signIn(page, "demo-facilities");
  const key = await sessionKeyOf(page.context());
  const secret = readFileSync(
    path.join(dataFolder(), "session-secret"),
    "utf8",
  );
  const seal = new Seal(secret.trim(), "portal store");
  const lastUpdated = newYorkSqlDatetime(
    new Date(Date.now() - hours * 3_600_000),
  );
  inPortalDatabase(dataFolder(), (database) => {
    const sealed = database
      .prepare("select record from portal_sessions where key = ?")
      .pluck()
      .get(key) as string;
    const record = JSON.parse(seal.open(sealed, key) ?? "null") as object;
    database
      .prepare("update portal_sessions set record = ? where key = ?")
      .run(seal.close(JSON.stringify({ ...record, lastUpdated }), key), key);
  });
  await page.goto("/");
}
