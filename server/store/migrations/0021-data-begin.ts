import type { Kysely, Migration } from "kysely";
import { addIndex } from "../dialect";
import type { Schema } from "../schema";

/** The first day of a facility's data, if the census gives it; the index finds its first discharge. */
export function dataBegin(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await db.schema
        .alterTable("facilities")
        .addColumn("data_from", "integer")
        .execute();
      await addIndex(db, "stays", "facility_id", "discharged_on");
    },
  };
}
