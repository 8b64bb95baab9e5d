import type { Kysely } from "kysely";
import { firstLast } from "~/domain/person-name";
import type { Schema } from "~server/store/schema";
import type { Actor } from "./actor";

/** What somebody is called beside what they write now: their name may change later. */
export async function authorOf(
  trx: Kysely<Schema>,
  { user }: Pick<Actor, "user">,
): Promise<string> {
  const row = await trx
    .selectFrom("users")
    .where("id", "=", user.id)
    .select(["firstname", "lastname"])
    .executeTakeFirstOrThrow();
  return firstLast(row.firstname, row.lastname);
}
