import { readFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { newYorkSqlDatetime } from "../../app/domain/calendar";
import { signIn } from "./screens";
import { sessionFileOf } from "./sessions";

/**
 * The logo page in a session whose newest data are so many hours old. The demo's own data are as old as the server that
 * made them, so the session is told that the last ones that it has seen were older.
 */
export async function seeOldData(page: Page, hours: number): Promise<void> {
  await signIn(page, "demo-facilities");
  const file = await sessionFileOf(page.context());
  const record = JSON.parse(readFileSync(file, "utf8")) as object;
  const lastUpdated = newYorkSqlDatetime(
    new Date(Date.now() - hours * 3_600_000),
  );
  writeFileSync(file, JSON.stringify({ ...record, lastUpdated }));
  await page.goto("/");
}
