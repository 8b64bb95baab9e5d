import type { Kysely } from "kysely";
import type { User } from "~/contract/users";
import { accessLevel } from "~/contract/wire";
import type { Schema } from "~server/store/schema";

/** All users as the contract has them, in the order in which they were made. */
export async function readUsers(db: Kysely<Schema>): Promise<User[]> {
  const rows = await db
    .selectFrom("users")
    .select([
      "id",
      "username",
      "firstname",
      "lastname",
      "access_level",
      "access_level_id",
      "isnp_only",
      "version",
    ])
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    ...row,
    access_level: accessLevel.parse(row.access_level),
    isnp_only: row.isnp_only !== 0,
  }));
}
