import type { Kysely } from "kysely";
import type { User, UserPhysician } from "~/contract/users";
import { accessLevel } from "~/contract/wire";
import { parseLevelIds } from "~/features/users/rules/level-ids";
import type { Schema } from "~server/store/schema";

export async function readPhysiciansOf(
  db: Kysely<Schema>,
  users: readonly User[],
): Promise<UserPhysician[]> {
  const npis = new Set(
    users
      .filter((user) => user.access_level === "physician")
      .flatMap((user) => parseLevelIds(user.access_level_id)),
  );
  if (npis.size === 0) return [];
  const all = await db
    .selectFrom("physicians")
    .select(["npi", "first_name", "last_name"])
    .execute();
  return all.filter(({ npi }) => npis.has(npi));
}

/** Sorts by creation; `issuer` is null without an organisation's login. */
export async function readUsers(
  db: Kysely<Schema>,
  issuer: string | null,
): Promise<User[]> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("second_factors", "second_factors.user_id", "users.id")
    .leftJoin("organisation_accounts", (join) =>
      join
        .onRef("organisation_accounts.user_id", "=", "users.id")
        .on("organisation_accounts.issuer", "=", issuer ?? ""),
    )
    .select([
      "id",
      "username",
      "firstname",
      "lastname",
      "access_level",
      "access_level_id",
      "isnp_only",
      "emergency_entry",
      "last_login_at",
      "version",
      "second_factors.user_id as factor_of",
      "organisation_accounts.user_id as account_of",
      "organisation_accounts.by_groups",
    ])
    .orderBy("id")
    .execute();
  return rows.map(
    ({ factor_of, account_of, by_groups, emergency_entry, ...row }) => ({
      ...row,
      access_level: accessLevel.parse(row.access_level),
      isnp_only: row.isnp_only !== 0,
      second_factor: factor_of !== null,
      ...(issuer !== null && {
        organisation_account: account_of !== null,
        rights_by_groups: by_groups === 1,
        emergency_entry: emergency_entry === 1,
      }),
    }),
  );
}
