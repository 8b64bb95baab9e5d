import { sql } from "kysely";
import { epochDayOf, type IsoDay } from "~/domain/calendar";
import type { TestApi } from "~server/testing/open-test-api";

export async function reachThrough(
  api: TestApi,
  day: IsoDay | null,
  facilityIds?: readonly number[],
): Promise<void> {
  const { db } = api.deps.store;
  const data_through = day === null ? null : epochDayOf(day);
  const update = db.updateTable("facilities").set({ data_through });
  await (
    facilityIds ? update.where("id", "in", facilityIds) : update
  ).execute();
  await db
    .updateTable("data_state")
    .set({ version: sql`version + 1` })
    .execute();
}
