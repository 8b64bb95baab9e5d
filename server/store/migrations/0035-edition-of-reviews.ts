import type { Kysely, Migration } from "kysely";
import { addIndex } from "../dialect";
import type { Schema } from "../schema";

/** The edition of the reviews is known without a look into their table, where the answers take most of the room. */
export function editionOfReviews(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      await addIndex(db, "reviews", "version");
    },
  };
}
