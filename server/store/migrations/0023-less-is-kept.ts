import { sql, type Kysely, type Migration } from "kysely";
import type { Schema } from "../schema";

/** Frozen baselines go, those in force and those that were ended; events and phases stay. */
export function lessIsKept(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await sql`delete from chart_notes where kind = 'baseline'`.execute(db);
      for (const column of ["last_month", "frozen"]) {
        await db.schema.alterTable("chart_notes").dropColumn(column).execute();
      }
    },
  };
}
