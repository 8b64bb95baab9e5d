import type { Insertable } from "kysely";
import type { UserTable } from "~server/store/schema";

const AT = "2026-06-15T12:00:00.000Z";

export function plainUser(username: string): Insertable<UserTable> {
  return {
    username,
    username_key: username.toLowerCase(),
    firstname: "First",
    lastname: "Last",
    password_hash: "none",
    access_level: "company",
    access_level_id: "0",
    isnp_only: 0,
    version: 1,
    created_at: AT,
    updated_at: AT,
  };
}
