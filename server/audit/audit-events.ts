import type { Kysely } from "kysely";
import type { AuditAction, AuditDetails } from "~/features/audit/rules/actions";
import { usernameKey } from "~/features/users/rules/name-rules";
import type { Schema } from "~server/store/schema";

export interface AuditedUser {
  id: number;
  username: string;
}

export interface AuditRecord {
  action: AuditAction;
  at: Date;
  /** Null if nobody was signed in, for example for a command. */
  user: AuditedUser | null;
  target?: AuditedUser;
  details?: AuditDetails;
  /** Ids of the residents shown; duplicates are allowed. */
  residents?: readonly number[];
  /** Address of the browser; null if there was none. */
  address: string | null;
  requestId: string | null;
}

/** SQLite accepts about 32,000 values per statement. */
const RECORDS_AT_ONCE = 500;
const RESIDENTS_AT_ONCE = 5_000;

/** Writes records, atomically with a change of the same transaction. Records that name residents need one. */
export async function insertAuditEvents(
  db: Kysely<Schema>,
  records: readonly AuditRecord[],
): Promise<void> {
  for (let from = 0; from < records.length; from += RECORDS_AT_ONCE) {
    await insertSome(db, records.slice(from, from + RECORDS_AT_ONCE));
  }
}

async function insertSome(
  db: Kysely<Schema>,
  records: readonly AuditRecord[],
): Promise<void> {
  const inserted = await db
    .insertInto("audit_events")
    .values(
      records.map(
        ({ action, at, user, target, details, address, requestId }) => ({
          at: at.toISOString(),
          action,
          user_id: user?.id ?? null,
          username: user?.username ?? null,
          user_key: user ? usernameKey(user.username) : null,
          target_user_id: target?.id ?? null,
          target_username: target?.username ?? null,
          target_key: target ? usernameKey(target.username) : null,
          details: JSON.stringify(details ?? {}),
          address,
          request_id: requestId,
        }),
      ),
    )
    .returning("id")
    .execute();
  // Ids increase in insertion order, but a database may return them in another.
  const ids = inserted.map(({ id }) => id).sort((one, other) => one - other);
  const shown = records.flatMap(({ residents = [] }, at) =>
    [...new Set(residents)].map((patient_id) => ({
      patient_id,
      event_id: ids[at]!,
    })),
  );
  for (let from = 0; from < shown.length; from += RESIDENTS_AT_ONCE) {
    await db
      .insertInto("audited_residents")
      .values(shown.slice(from, from + RESIDENTS_AT_ONCE))
      .execute();
  }
}
