import type { Kysely } from "kysely";
import { epochDayOf, newYorkDay } from "~/domain/calendar";
import type { NoteLevel } from "~/domain/graphs/note-kinds";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { Schema } from "~server/store/schema";
import { demoAccounts } from "./accounts";
import type { DemoOrganisation } from "./organisation";

interface Story {
  level: NoteLevel;
  measure: GraphTag;
  hundredths: number;
  reason: (year: string) => string;
}

const STORIES: readonly Story[] = [
  {
    level: "division",
    measure: "hosp_1000",
    hundredths: 160,
    reason: (year) => `Goal of the division for ${year}`,
  },
  {
    level: "region",
    measure: "rth_30",
    hundredths: 1600,
    reason: () => "Agreed with the hospitals of the region",
  },
];

/** Sets targets of the year for the division and the region of demo accounts, in place of all that are there. */
export async function storeDemoTargets(
  db: Kysely<Schema>,
  organisation: DemoOrganisation,
  now: Date,
): Promise<void> {
  await db.deleteFrom("targets").execute();
  const [year = ""] = newYorkDay(now).split("-");
  for (const { level, measure, hundredths, reason } of STORIES) {
    const account = demoAccounts(organisation).find(
      ({ username }) => username === `demo-${level}`,
    );
    const [placeId] = account?.accessLevelIds ?? [];
    if (!account || placeId === undefined) continue;
    const user = await db
      .selectFrom("users")
      .where("username", "=", account.username)
      .select("id")
      .executeTakeFirst();
    await db
      .insertInto("targets")
      .values({
        ...{ level, measure, hundredths },
        place_id: placeId,
        starts_on: epochDayOf(`${year}-01-01`),
        reason: reason(year),
        version: 1,
        user_id: user?.id ?? 0,
        author: `${account.firstname} ${account.lastname}`,
        added_at: now.toISOString(),
        ended_by: null,
        ended_at: null,
      })
      .execute();
  }
}
