import { sql, type Kysely, type Migration } from "kysely";
import type { Schema } from "../schema";

export function cmsFileOfStars(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable("facilities")
        .addColumn("stars_on", "integer")
        .execute();
      await db.schema
        .alterTable("facilities")
        .addColumn("special_focus", "text", (c) =>
          c.check(sql`special_focus in ('facility', 'candidate')`),
        )
        .execute();
      await db.schema
        .alterTable("facilities")
        .addColumn("abuse", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
    },
  };
}
