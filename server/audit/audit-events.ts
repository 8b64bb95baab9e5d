import { createHash } from "node:crypto";
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

export type Origin = Pick<AuditRecord, "address" | "requestId">;

/** Who does what, when, and from where. */
export interface Doing extends Pick<AuditRecord, "user" | "at"> {
  origin: Origin;
}

/** Call it in the transaction of the change. */
export async function recordEvent(
  trx: Kysely<Schema>,
  { user, at, origin }: Doing,
  event: Pick<AuditRecord, "action" | "target" | "residents" | "details">,
): Promise<void> {
  await insertAuditEvents(trx, [{ ...event, at, user, ...origin }]);
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
  const lists = new Map<number, number[]>();
  const listIdFor = (at: Date, residents: readonly number[]) => {
    const list = [...new Set(residents)].sort((one, other) => one - other);
    if (list.length === 0) return null;
    const id = listIdOf(at, list);
    lists.set(id, list);
    return id;
  };
  await db
    .insertInto("audit_events")
    .values(
      records.map(
        ({ action, at, user, target, details, address, ...rest }) => ({
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
          request_id: rest.requestId,
          list_id: listIdFor(at, rest.residents ?? []),
        }),
      ),
    )
    .execute();
  // In one order, so that two processes that store the same lists do not wait for each other.
  const shown = [...lists]
    .sort(([one], [other]) => one - other)
    .flatMap(([list_id, list]) =>
      list.map((patient_id) => ({ patient_id, list_id })),
    );
  for (let from = 0; from < shown.length; from += RESIDENTS_AT_ONCE) {
    await db
      .insertInto("audited_residents")
      .values(shown.slice(from, from + RESIDENTS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Below the shortest retention, so a sweep never deletes a list that an event is about to name. */
const LIST_LASTS_MS = 28 * 86_400_000;

/** Events that show the same residents share a list, as people open the same pages all day. */
function listIdOf(at: Date, list: readonly number[]): number {
  const period = Math.floor(at.getTime() / LIST_LASTS_MS);
  const text = [period, ...list].join(" ");
  const hash = createHash("sha256").update(text).digest().readBigUInt64BE();
  // Negative: lists from before 0041 have the positive id of their only event.
  return -1 - Number(hash >> 12n);
}
