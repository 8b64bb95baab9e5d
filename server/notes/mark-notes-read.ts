import { insertAuditEvents } from "~server/audit/audit-events";
import type { AuditRecord } from "~server/audit/audit-events";
import type { Store } from "~server/store/open-store";
import { notesInView } from "./notes-in-view";
import type { NoteReader } from "./notes-in-view";

/**
 * Marks notes as read by a physician. Ids that are not in their view are passed over: the note may have become older than
 * the lookback, or left their view, since the page was made. Once read is read: again, or twice at once, changes nothing.
 * What changed is recorded, as `recordOf` says for the number of notes, which is returned.
 */
export function markNotesRead(
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
    // An import may be removing some of them: those are not waited for, the others stay until they are marked.
    const there = await trx
      .selectFrom("notes")
      .where("id", "in", news)
      .select("id")
      .$if(dialect === "postgres", (query) => query.forKeyShare().skipLocked())
      .execute();
    if (there.length === 0) return 0;
    // Fewer where another call has just marked them.
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
