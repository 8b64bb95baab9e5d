import type { Kysely, Migration } from "kysely";
import { addIndex, columnTypesOf } from "../dialect";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Schema } from "../schema";

const COUNTS = [
  "snf_adm",
  "ach_adm",
  "rth",
  "ed",
  "h_events",
  "ed_events",
  "adm_events",
  "residents",
  "resident_days",
  "long_residents",
  "long_resident_days",
  "high_begun",
  "medium_begun",
  "low_begun",
  "none_begun",
  "long_stay_begun",
  "high_ended",
  "medium_ended",
  "low_ended",
  "none_ended",
  "long_stay_ended",
  "high_came",
  "medium_came",
  "low_came",
  "none_came",
  "long_stay_came",
  "high_left",
  "medium_left",
  "low_left",
  "none_left",
  "long_stay_left",
];

const GROUPS = ["high", "medium", "low", "none", "long_stay"];

/** A changed stay touches few rows of these. Tables start empty; `figures_edition` says they are to be computed. */
export function placeTotals(dialect: Dialect): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const types = columnTypesOf(dialect);
      const place = (table: string) =>
        db.schema
          .createTable(table)
          .addColumn("level", "integer", (c) => c.notNull())
          .addColumn("place_id", types.id, (c) => c.notNull())
          .addColumn("isnp", "integer", (c) => c.notNull());
      let totals = place("place_totals")
        .addColumn("grain", "integer", (c) => c.notNull())
        .addColumn("day", "integer", (c) => c.notNull());
      for (const count of COUNTS) {
        totals = totals.addColumn(count, types.id, (c) => c.notNull());
      }
      await totals
        .addPrimaryKeyConstraint("place_totals_key", [
          "level",
          "place_id",
          "isnp",
          "grain",
          "day",
        ])
        .modifyEnd(types.clustered)
        .execute();

      let absences = place("absences")
        .addColumn("until_day", "integer", (c) => c.notNull())
        .addColumn("from_day", "integer", (c) => c.notNull());
      for (const group of GROUPS) {
        absences = absences.addColumn(group, "integer", (c) => c.notNull());
      }
      await absences
        .addPrimaryKeyConstraint("absences_key", [
          "level",
          "place_id",
          "isnp",
          "until_day",
          "from_day",
        ])
        .modifyEnd(types.clustered)
        .execute();

      await db.schema
        .createTable("physician_spans")
        .addColumn("facility_id", types.id, (c) => c.notNull())
        .addColumn("isnp", "integer", (c) => c.notNull())
        .addColumn("npi", types.id, (c) => c.notNull())
        .addColumn("from_day", "integer", (c) => c.notNull())
        .addColumn("end_day", "integer")
        .addPrimaryKeyConstraint("physician_spans_key", [
          "facility_id",
          "isnp",
          "npi",
          "from_day",
        ])
        .modifyEnd(types.clustered)
        .execute();

      await addIndex(db, "physician_spans", "npi");
      await db.schema
        .createTable("physician_histories")
        .addColumn("facility_id", types.id, (c) => c.notNull())
        .addColumn("npi", types.id, (c) => c.notNull())
        .addColumn("history", types.bytes, (c) => c.notNull())
        .addPrimaryKeyConstraint("physician_histories_key", [
          "facility_id",
          "npi",
        ])
        .execute();
      await db.schema
        .createIndex("physician_histories_by_npi")
        .on("physician_histories")
        .columns(["npi", "facility_id"])
        .execute();

      await db.schema
        .alterTable("data_state")
        .addColumn("figures_edition", "integer", (c) =>
          c.notNull().defaultTo(0),
        )
        .execute();
      // An empty database has nothing to compute.
      await db
        .updateTable("data_state")
        .set({ figures_edition: 1 })
        .where("origin", "=", "empty")
        .execute();
      await db.schema.dropTable("cumulative").execute();
      await db.schema.dropTable("cumulative_spans").execute();
    },
  };
}
