import { z } from "zod";
import {
  continueVisit,
  type KnownSignals,
  type SignalVisit,
} from "~/features/signals/rules/visits";
import { signedOut } from "~server/refusal";
import type { Store } from "~server/store/open-store";

/** Marks the row of a first visit that is being stored. */
const NEVER = "";

const known = z.record(z.array(z.string()));

/** Returns their visit. Names no residents, and is deleted with the user. */
export async function keepVisit(
  { db, dialect }: Store,
  user: { userId: number; sessionId: string },
  seen: KnownSignals,
): Promise<SignalVisit> {
  return db.transaction().execute(async (trx) => {
    const session = await trx
      .selectFrom("sessions")
      .where("id", "=", user.sessionId)
      .select("created_at")
      .executeTakeFirst();
    // The session ended in the meantime.
    if (!session) throw signedOut();
    // Two concurrent first visits wait for each other here.
    await trx
      .insertInto("signal_visits")
      .values({
        user_id: user.userId,
        signed_in_at: NEVER,
        known_before: "{}",
        known_now: "{}",
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await trx
      .selectFrom("signal_visits")
      .where("user_id", "=", user.userId)
      .selectAll()
      .$if(dialect === "postgres", (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    const stored = row.signed_in_at === NEVER ? null : visitOf(row);
    const visit = continueVisit(stored, session.created_at, seen);
    const values = {
      signed_in_at: visit.signedInAt,
      known_before: JSON.stringify(visit.before),
      known_now: JSON.stringify(visit.now),
    };
    const isStored =
      row.signed_in_at === values.signed_in_at &&
      row.known_now === values.known_now;
    if (isStored) return visit;
    await trx
      .updateTable("signal_visits")
      .set(values)
      .where("user_id", "=", user.userId)
      .execute();
    return visit;
  });
}

function visitOf(row: {
  signed_in_at: string;
  known_before: string;
  known_now: string;
}): SignalVisit {
  return {
    signedInAt: row.signed_in_at,
    before: known.parse(JSON.parse(row.known_before)),
    now: known.parse(JSON.parse(row.known_now)),
  };
}
