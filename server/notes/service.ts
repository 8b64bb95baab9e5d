import { z } from "zod";
import { id } from "~/contract/wire";
import { logAuditRecord } from "~server/audit/audit-log";
import { service } from "~server/door/services";
import { recordOf } from "~server/handlers/record-access";
import { forbidden } from "~server/refusal";
import { requireOwnReport } from "~server/reports/own-reports";
import { readLastLook } from "./last-look";
import { markNotesRead } from "./mark-notes-read";
import { keepsReadingState } from "./notes-in-view";

/** When the user last looked at after-hours notes. Null for a first look, and for physicians, who have unread notes instead. */
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

/** The most notes that are marked as read at once. */
export const MAX_NOTES_READ = 500;

/** Marks notes as read by the physician who asks, with a record of how many. 403 for all others, and without the report of notes. */
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
