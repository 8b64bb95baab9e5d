import type { Kysely, Migration } from "kysely";
import { addIndex } from "../dialect";
import type { Schema } from "../schema";

/** Reads the edition without the table of reviews, where answers take most room. */
export function editionOfReviews(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await addIndex(db, "reviews", "version");
    },
  };
}
