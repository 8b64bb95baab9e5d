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
import type { FeedMessageTable } from "~server/store/feed-tables";
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

/**
 * Does with a message what an account manager wants (R289). A message that is to be tried, or is taken in again, is applied by
 * the feed; one that is dropped goes at once, with all that followed from it. Throws 401, 403, 404, and 409 where its status does not
 * allow it.
 */
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
    // Before a merge is undone, and no number leads to its residents any more.
    const residents = await residentsOfMessage(trx, id);
    const isReadable = message.facts !== null;
    if (action === "drop" && isReadable) {
      if (!(await dropMessage(trx, id, at))) throw changed();
    } else {
      await trx
        .updateTable("feed_messages")
        .set(stateAfter(action, isReadable))
        .where("id", "=", id)
        .execute();
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

/** What says nothing of a resident is afterwards as it was before it was dropped: it keeps its reason. */
function stateAfter(
  action: MessageAction,
  isReadable: boolean,
): Pick<FeedMessageTable, "status"> & { reason?: null } {
  if (isReadable) return { status: "stored", reason: null };
  return { status: action === "drop" ? "dropped" : "unusable" };
}

function changed(): Refusal {
  return new Refusal(409, feedWords.otherState);
}
