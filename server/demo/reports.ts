import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";

/** Title, id and levels. Power BI has none, so each says that it is not set up. */
const DEMO_REPORTS = [
  ["Infection Control", "101", "facility region division company admin"],
  ["Antibiotic Stewardship", "102", "region division company admin"],
  ["Payer Mix", "103", "company admin"],
] as const;

const powerBiId = (last: string) => `de300000-0000-4000-8000-000000000${last}`;

/** Keeps the access levels of existing ones. */
export async function storeDemoReports(db: Kysely<Schema>): Promise<void> {
  for (const [title, number, roles] of DEMO_REPORTS) {
    const added = await db
      .insertInto("reports")
      .values({
        report_id: title.toLowerCase().replace(" ", "-"),
        title,
        type: "powerbi",
        workspace_id: powerBiId("001"),
        powerbi_report_id: powerBiId(number),
        row_level_role: "Location",
        demo: 1,
      })
      .onConflict((conflict) => conflict.column("report_id").doNothing())
      .returning("id as report")
      .executeTakeFirst();
    if (!added) continue;
    const rows = roles.split(" ").map((role) => ({ ...added, role }));
    await db.insertInto("report_roles").values(rows).execute();
  }
}
