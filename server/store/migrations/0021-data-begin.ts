import type { Kysely, Migration } from "kysely";
import { addIndex } from "../dialect";
import type { Schema } from "../schema";

/** The index finds a facility's first discharge, if the census names no first day. */
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
