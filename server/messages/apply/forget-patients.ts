import type { Kysely } from "kysely";
import type { MessageFacts } from "~/features/messages/rules/message-facts";
import { insertAuditEvents } from "~server/audit/audit-events";
import { chunksOf, isIn } from "~server/measures/question";
import { forgetReviews } from "~server/reviews/follow-residents";
import type { Schema } from "~server/store/schema";
import { forgetNotices } from "~server/transfer-notices/service";

/** Returns the number of changed rows. */
type Forget = (
  db: Kysely<Schema>,
  patientIds: readonly number[],
  now: Date,
) => Promise<number | bigint>;

export function withoutTexts(facts: MessageFacts): MessageFacts {
  const { firstName: _first, lastName: _last, visit, ...rest } = facts;
  const { eventReason: _event, admitReason: _admit, ...others } = visit;
  const { diagnosis: _diagnosis, ...plain } = others;
  return { ...rest, visit: plain };
}

/** Removes names, texts and raw text; returns how many messages had any. */
export async function dropTexts(
  db: Kysely<Schema>,
  messageIds: readonly number[],
): Promise<number> {
  const dropped = new Set<number>();
  for (const ids of chunksOf(messageIds)) {
    const raw = await db
      .deleteFrom("feed_raw")
      .where(isIn("message_id", ids))
      .returning("message_id")
      .execute();
    for (const { message_id } of raw) dropped.add(message_id);
    const rows = await db
      .selectFrom("feed_messages")
      .where(isIn("id", ids))
      .where("facts", "is not", null)
      .select(["id", "facts"])
      .execute();
    for (const { id, facts } of rows) {
      const stored = JSON.parse(facts ?? "null") as MessageFacts;
      const plain = JSON.stringify(withoutTexts(stored));
      if (plain === facts) continue;
      dropped.add(id);
      await db
        .updateTable("feed_messages")
        .set({ facts: plain })
        .where("id", "=", id)
        .execute();
    }
  }
  return dropped.size;
}

/** Everything that names a resident or describes them (R312). Add an entry for each table with texts. */
const FORGOTTEN: Readonly<Record<string, Forget>> = {
  "registrations with their names and record numbers": async (db, ids, now) => {
    const forgotten_at = now.toISOString();
    const { numUpdatedRows } = await db
      .updateTable("patients")
      .set({ mrn: null, first_name: null, last_name: null })
      .set(({ fn, val }) => ({
        forgotten_at: fn.coalesce("forgotten_at", val(forgotten_at)),
      }))
      .where(isIn("id", ids))
      .executeTakeFirstOrThrow();
    return numUpdatedRows;
  },
  "texts of after-hours notes": async (db, ids) => {
    const { numUpdatedRows } = await db
      .updateTable("notes")
      .set({ note_text: "" })
      .where(isIn("patient_id", ids))
      .where("note_text", "<>", "")
      .executeTakeFirstOrThrow();
    return numUpdatedRows;
  },
  "transfers with their reasons and diagnoses": forgetReasons,
  "reviews of transfers with their words": forgetReviews,
  "notices of transfers with who gave them": forgetNotices,
  "lines of morning meetings": async (db, ids) => {
    const { numDeletedRows } = await db
      .deleteFrom("discussions")
      .where(isIn("patient_id", ids))
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  },
  "messages with their names and texts": async (db, ids) => {
    const messages = await db
      .selectFrom("feed_message_numbers")
      .innerJoin("feed_numbers", "feed_numbers.id", "number_id")
      .innerJoin("feed_messages", "feed_messages.id", "message_id")
      .where(isIn("patient_id", ids))
      .select(["message_id as id", "reason"])
      .distinct()
      .execute();
    // They may be about somebody else (R303), and must not become the resident's without the record number.
    const unclear = messages.filter(
      ({ reason }) => reason === "ambiguous_number",
    );
    await db
      .updateTable("feed_messages")
      .set({ status: "dropped", reason: null, movement: 0 })
      .where(isIn("id", idsOf(unclear)))
      .execute();
    return dropTexts(db, idsOf(messages));
  },
  "CMS reports of facilities that they were in": forgetReports,
};

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** Forgets a resident's registrations and audits it. */
export async function forgetPatients(
  db: Kysely<Schema>,
  patientIds: readonly number[],
  now: Date,
): Promise<{ what: string; count: number }[]> {
  const gone = [];
  for (const [what, forget] of Object.entries(FORGOTTEN)) {
    gone.push({ what, count: Number(await forget(db, patientIds, now)) });
  }
  await insertAuditEvents(
    db,
    patientIds.map((id) => ({
      action: "forget_resident" as const,
      at: now,
      user: null,
      details: { patient_id: id },
      address: null,
      requestId: null,
    })),
  );
  return gone;
}

/** A running report may have read the names, so it is discarded. */
async function forgetReports(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<bigint> {
  const facilities = db
    .selectFrom("stays")
    .where(isIn("patient_id", patientIds))
    .select("facility_id")
    .union(
      db
        .selectFrom("transfers")
        .where(isIn("patient_id", patientIds))
        .select("facility_id"),
    );
  await db
    .updateTable("qies_reports")
    .set({ claim: null, claimed_until: null })
    .where("status", "=", "pending")
    .where("facility_id", "in", facilities)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom("qies_reports")
    .where("status", "not in", ["requested", "pending"])
    .where("facility_id", "in", facilities)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}

async function forgetReasons(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<number> {
  const rows = await db
    .selectFrom("transfers")
    .where(isIn("patient_id", patientIds))
    .select(["id", "reason", "diagnosis", "recorded"])
    .execute();
  const nothing = { reason: null, diagnosis: null };
  let taken = 0;
  for (const { id, reason, diagnosis, recorded } of rows) {
    // The census's own row has them too.
    const kept = recorded && {
      ...(JSON.parse(recorded) as Record<string, unknown>),
      ...nothing,
    };
    const without = kept && JSON.stringify(kept);
    if (reason === null && diagnosis === null && without === recorded) continue;
    taken += 1;
    await db
      .updateTable("transfers")
      .set({ ...nothing, recorded: without })
      .where("id", "=", id)
      .execute();
  }
  return taken;
}
