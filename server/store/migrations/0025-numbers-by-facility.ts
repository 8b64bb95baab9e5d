import { sql, type Kysely, type Migration, type Selectable } from "kysely";
import type { FeedNumberTable } from "../feed-tables";
import type { Schema } from "../schema";

const isOfAuthority = sql<boolean>`scope not like '#%' and scope not like '@%'`;

/**
 * Splits an authority's identifier per facility. All copies keep its resident until the messages are applied again, so
 * no stored data, reviews or 'forgotten' marks are lost.
 */
export function numbersByFacility(): Migration {
  return {
    async up(db: Kysely<Schema>) {
      const named = await db
        .selectFrom("feed_numbers")
        .innerJoin("feed_message_numbers", "number_id", "feed_numbers.id")
        .innerJoin("feed_messages", "feed_messages.id", "message_id")
        .where(isOfAuthority)
        .groupBy("feed_numbers.id")
        .having(sql`count(distinct coalesce(facility_id, -1))`, ">", 1)
        .select(["feed_numbers.id", "scope", "number", "patient_id"])
        .select(({ fn }) => fn.min("facility_id").as("kept"))
        .execute();
      await sql`update feed_numbers set scope = '#' || cast(kept as text) || scope
        from (select number_id, min(facility_id) as kept from feed_message_numbers
          join feed_messages on feed_messages.id = message_id group by number_id) as named
        where number_id = feed_numbers.id and kept is not null and ${isOfAuthority}`.execute(
        db,
      );
      for (const { kept, ...number } of named) await split(db, number, kept);
    },
  };
}

/** Messages without a facility keep the authority alone. */
async function split(
  db: Kysely<Schema>,
  { id, ...number }: Selectable<FeedNumberTable>,
  kept: number | null,
): Promise<void> {
  const messages = db
    .selectFrom("feed_message_numbers")
    .innerJoin("feed_messages", "feed_messages.id", "message_id")
    .where("number_id", "=", id);
  const rows = await messages.select("facility_id").distinct().execute();
  await db
    .updateTable("feed_messages")
    .set({ status: "stored", reason: null })
    .where("status", "in", ["used", "waiting"])
    .where("id", "in", messages.select("message_id"))
    .execute();
  for (const { facility_id } of rows) {
    if (facility_id === kept) continue;
    const place = facility_id === null ? "" : `#${facility_id}`;
    const added = await db
      .insertInto("feed_numbers")
      .values({ ...number, scope: `${place}${number.scope}` })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .updateTable("feed_message_numbers")
      .set({ number_id: added.id })
      .where("number_id", "=", id)
      .where(
        sql<boolean>`exists (select 1 from feed_messages where id = message_id and facility_id is not distinct from ${facility_id})`,
      )
      .execute();
  }
}
