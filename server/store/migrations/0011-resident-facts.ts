import type { Kysely, Migration } from "kysely";
import type { Schema } from "../schema";

export function residentFacts(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const add = (
        table: "transfers" | "stays" | "patients",
        name: string,
        type: "integer" | "text",
      ) => db.schema.alterTable(table).addColumn(name, type).execute();
      await add("transfers", "minute_of_day", "integer");
      await add("transfers", "hospital", "text");
      await add("transfers", "unit", "text");
      await add("transfers", "reason", "text");
      await add("transfers", "diagnosis", "text");
      await add("transfers", "returned_on", "integer");
      await add("stays", "unit", "text");
      await add("patients", "forgotten_at", "text");
    },
  };
}
