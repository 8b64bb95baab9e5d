import type { Transaction } from "kysely";
import type { Schema } from "~server/store/schema";
import { holdGroupTable } from "./used-tickets";

/** For so long nobody else asks about a session that is being asked about, or was in vain. */
export const TURN_MS = 60_000;

/**
 * Has the organisation's login asked again, with their next page, about everybody whose rights follow groups. Sessions that
 * it cannot be asked about end. Those that somebody asks about just now are left alone: a refresh token counts once.
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
  // In this order, as where the answer about one session is taken: two that wait for each other would wait for ever.
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
