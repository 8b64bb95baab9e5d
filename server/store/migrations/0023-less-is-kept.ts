import { sql, type Kysely, type Migration } from "kysely";
import type { Schema } from "../schema";

/** Deletes frozen baselines and session ids of the organisation's login; events and phases stay. */
export function lessIsKept(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await sql`delete from chart_notes where kind = 'baseline'`.execute(db);
      for (const column of ["last_month", "frozen"]) {
        await db.schema.alterTable("chart_notes").dropColumn(column).execute();
      }
      await db.schema
        .alterTable("organisation_sessions")
        .dropColumn("provider_session")
        .execute();
    },
  };
}
