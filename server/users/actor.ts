import type { Kysely } from "kysely";
import { firstLast } from "~/domain/person-name";
import type { AuditedUser, Doing } from "~server/audit/audit-events";
import type { Schema } from "~server/store/schema";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { forbidden } from "../refusal";

export interface Actor extends Doing {
  user: AuditedUser;
  sessionId: string;
}

/** Stored beside what they write, because their name may change later. */
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

/** Throws 403 for anybody else (R221). */
export function requireAccountManager({ accessLevel }: Viewer): void {
  if (rankOf(accessLevel) < rankOf("account_manager")) throw forbidden();
}
