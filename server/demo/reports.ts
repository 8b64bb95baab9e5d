import type { Kysely } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import type { Schema } from "~server/store/schema";

const WORKSPACE = "de300000-0000-4000-8000-000000000001";
/** Role of row-level security in the models of these reports. */
const ROLE = "Location";

/** Embedded reports of the demo organisation; nobody has them, so each says that Power BI is not set up. */
const DEMO_REPORTS: {
  slug: string;
  title: string;
  powerBiId: string;
  roles: AccessLevel[];
}[] = [
  {
    slug: "infection-control",
    title: "Infection Control",
    powerBiId: "de300000-0000-4000-8000-000000000101",
    roles: ["facility", "region", "division", "company", "admin"],
  },
  {
    slug: "antibiotic-stewardship",
    title: "Antibiotic Stewardship",
    powerBiId: "de300000-0000-4000-8000-000000000102",
    roles: ["region", "division", "company", "admin"],
  },
  {
    slug: "payer-mix",
    title: "Payer Mix",
    powerBiId: "de300000-0000-4000-8000-000000000103",
    roles: ["company", "admin"],
  },
];

/** Adds the demo reports that are not there; those that are keep the access levels that somebody gave them. */
export async function storeDemoReports(db: Kysely<Schema>): Promise<void> {
  for (const { slug, title, powerBiId, roles } of DEMO_REPORTS) {
    const added = await db
      .insertInto("reports")
      .values({
        report_id: slug,
        title,
        type: "powerbi",
        workspace_id: WORKSPACE,
        powerbi_report_id: powerBiId,
        row_level_role: ROLE,
        demo: 1,
      })
      .onConflict((conflict) => conflict.column("report_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!added) continue;
    await db
      .insertInto("report_roles")
      .values(roles.map((role) => ({ report: added.id, role })))
      .execute();
  }
}

/** Takes the demo reports away, which real data do. */
export async function removeDemoReports(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom("reports").where("demo", "=", 1).execute();
}
