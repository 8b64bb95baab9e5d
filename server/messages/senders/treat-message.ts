import type { Kysely } from "kysely";
import {
  actionsFor,
  type MessageAction,
} from "~/features/messages/rules/message-states";
import { feedWords } from "~/features/messages/rules/feed-words";
import type { AuditAction, AuditDetails } from "~/features/audit/rules/actions";
import { insertAuditEvents } from "~server/audit/audit-events";
import { dropMessage, takeTurn } from "~server/messages/apply/apply-messages";
import { notFound, Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { Actor } from "~server/users/actor";
import { requireActingManager } from "~server/users/locked-users";

const RECORDED_AS = {
  retry: "retry_message",
  drop: "drop_message",
  restore: "restore_message",
} as const satisfies Record<MessageAction, AuditAction>;

export async function residentsOfMessage(
  db: Kysely<Schema>,
  messageId: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("feed_message_numbers")
    .innerJoin("feed_numbers", "feed_numbers.id", "number_id")
    .where("message_id", "=", messageId)
    .where("patient_id", "is not", null)
    .select("patient_id")
    .distinct()
    .orderBy("patient_id")
    .execute();
  return rows.flatMap(({ patient_id }) => patient_id ?? []);
}

export function auditedMessage(
  { id, facility_id }: { id: number; facility_id: number | null },
  residents: readonly number[],
): AuditDetails {
  return {
    message_id: id,
    ...(residents.length > 0 && { patient_ids: residents.join(", ") }),
    facility_id,
  };
}

/** Retries, drops or restores a message (R289). The feed applies it later; a dropped one loses its effects at once. */
export async function treatMessage(
  { db }: Store,
  id: number,
  action: MessageAction,
  actor: Actor,
): Promise<void> {
  const { user, at, origin } = actor;
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx);
    await requireActingManager(trx, actor);
    const message = await trx
      .selectFrom("feed_messages")
      .where("id", "=", id)
      .select(["id", "status", "facility_id", "facts"])
      .executeTakeFirst();
    if (!message) throw notFound();
    if (!actionsFor(message.status).includes(action)) throw changed();
    // Read before a merge is undone: then no number leads to them.
    const residents = await residentsOfMessage(trx, id);
    const row = trx.updateTable("feed_messages").where("id", "=", id);
    if (message.facts === null) {
      // It concerns no resident, and keeps its reason.
      const status = action === "drop" ? "dropped" : "unusable";
      await row.set({ status }).execute();
    } else if (action === "drop") {
      if (!(await dropMessage(trx, id, at))) throw changed();
    } else {
      await row.set({ status: "stored", reason: null }).execute();
    }
    await insertAuditEvents(trx, [
      {
        action: RECORDED_AS[action],
        at,
        user,
        details: auditedMessage(message, residents),
        ...origin,
      },
    ]);
  });
}

function changed(): Refusal {
  return new Refusal(409, feedWords.otherState);
}
