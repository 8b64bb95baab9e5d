import type { Transaction } from "kysely";
import type { Schema } from "~server/store/schema";
import { holdGroupTable } from "./used-tickets";

/** How long one server has to ask about a session; also the pause after a failure. */
export const TURN_MS = 60_000;

/**
 * Makes sessions with rights by groups due at once, and ends those that cannot be checked. Skips running checks: a
 * refresh token works once.
 */
export async function askAboutEverybodyAgain(
  trx: Transaction<Schema>,
  at: Date,
): Promise<void> {
  await holdGroupTable(trx);
  const now = at.toISOString();
  const turnEnds = new Date(at.getTime() + TURN_MS).toISOString();
  const follows = trx
    .selectFrom("organisation_sessions as held")
    .innerJoin("organisation_accounts as account", (join) =>
      join
        .onRef("account.issuer", "=", "held.issuer")
        .onRef("account.subject", "=", "held.subject"),
    )
    .where("account.by_groups", "=", 1)
    .select("held.session_id");
  // Same lock order as where an answer is stored, to avoid deadlocks.
  await trx
    .updateTable("organisation_sessions")
    .set({ due_at: now })
    .where("sealed_refresh", "is not", null)
    .where("due_at", ">", turnEnds)
    .where("session_id", "in", follows)
    .execute();
  await trx
    .updateTable("sessions")
    .set({ revoked_at: now })
    .where("revoked_at", "is", null)
    .where("id", "in", follows.where("held.sealed_refresh", "is", null))
    .execute();
}
