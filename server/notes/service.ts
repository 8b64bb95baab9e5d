import type { Kysely } from "kysely";
import { z } from "zod";
import { id } from "~/contract/wire";
import { usernameKey } from "~/features/users/rules/name-rules";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { logAuditRecord } from "~server/audit/audit-trail";
import { service } from "~server/door/services";
import { recordOf } from "~server/handlers/record-access";
import { forbidden } from "~server/refusal";
import { requireOwnReport } from "~server/reports/own-reports";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import {
  keepsReadingState,
  notesInView,
  type NoteReader,
} from "./notes-in-view";

/** Views closer together than this count as one look: reloads, pages, sorting. */
const ONE_LOOK_MS = 3_600_000;

/** The time of the last look; null for a first one, and for physicians, who have unread notes instead. */
export const lastLook = service({
  name: "last-look-at-notes",
  input: z.object({}),
  async run({ deps, viewer, user }) {
    if (keepsReadingState(viewer)) return { at: null };
    return {
      at: await readLastLook(deps.store.db, user.username, deps.clock()),
    };
  },
});

export const MAX_NOTES_READ = 500;

/** Records how many notes it marked. 403 for all but physicians, and without the report. */
export const markRead = service({
  name: "mark-notes-read",
  input: z.object({ noteIds: z.array(id).min(1).max(MAX_NOTES_READ) }),
  async run({ deps, ...ctx }, { noteIds }) {
    const { viewer, userId } = ctx;
    if (!keepsReadingState(viewer)) throw forbidden();
    const { store } = deps;
    await requireOwnReport(store.db, viewer, "after-hours-patient-report");
    const reader = { viewer, userId, now: deps.clock() };
    const recorded = (notes: number) =>
      recordOf(deps, ctx, { action: "mark_notes_read", details: { notes } });
    const marked = await markNotesRead(store, reader, noteIds, recorded);
    if (marked > 0) logAuditRecord(deps.log, recorded(marked));
    return null;
  },
});

/** The newest audited view at least an hour old, ISO 8601; null for a first look. */
async function readLastLook(
  db: Kysely<Schema>,
  username: string,
  now: Date,
): Promise<string | null> {
  const look = await db
    .selectFrom("audit_events")
    .where("user_key", "=", usernameKey(username))
    .where("action", "=", "view_notes")
    .where("at", "<=", new Date(now.getTime() - ONE_LOOK_MS).toISOString())
    .select("at")
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return look?.at ?? null;
}

/**
 * Returns how many notes it marked. Skips ids outside the physician's view, because notes may have left it. `recordOf`
 * makes the audit record.
 */
function markNotesRead(
  { db, dialect }: Store,
  reader: NoteReader,
  noteIds: readonly number[],
  recordOf: (marked: number) => AuditRecord,
): Promise<number> {
  const asked = new Set(noteIds);
  return db.transaction().execute(async (trx) => {
    const notes = await notesInView(trx, reader);
    const news = notes
      .filter(({ id, unread }) => unread && asked.has(id))
      .map(({ id }) => id);
    if (news.length === 0) return 0;
    // Skip notes that an import is deleting, and lock the others until they are marked.
    const there = await trx
      .selectFrom("notes")
      .where("id", "in", news)
      .select("id")
      .$if(dialect === "postgres", (query) => query.forKeyShare().skipLocked())
      .execute();
    if (there.length === 0) return 0;
    // Fewer if a concurrent call has just marked them.
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("note_reads")
      .values(
        there.map(({ id }) => ({
          user_id: reader.userId,
          note_id: id,
          read_at: reader.now.toISOString(),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["user_id", "note_id"]).doNothing(),
      )
      .executeTakeFirstOrThrow();
    const marked = Number(numInsertedOrUpdatedRows ?? 0);
    if (marked > 0) await insertAuditEvents(trx, [recordOf(marked)]);
    return marked;
  });
}
