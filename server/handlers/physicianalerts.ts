import {
  getPhysicianAlerts,
  getUnreadAlerts,
  postNotesRead,
} from "~/contract/physicianalerts";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { ApiDeps } from "~server/api-deps";
import { markNotesRead } from "~server/notes/mark-notes-read";
import { noteRow } from "~server/notes/note-row";
import {
  keepsReadingState,
  readNotesInView,
} from "~server/notes/notes-in-view";
import { forbidden } from "~server/refusal";
import { serve } from "~server/serve";
import type { Api } from "~server/serve";
import { readDataState } from "~server/store/data-state";

/**
 * The after-hours notes of the last 72 hours (reports spec §2), and which of them a physician has read. Account managers
 * see no report (403); everybody but physicians has 0 unread notes and nothing to mark.
 */
export function registerPhysicianAlerts(app: Api, deps: ApiDeps): void {
  const { db } = deps.store;

  serve(app, getPhysicianAlerts, deps, async (call) => {
    const { viewer, userId, token } = call;
    if (rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK) throw forbidden();
    const [notes, { lastUpdated }] = await Promise.all([
      readNotesInView(db, { viewer, userId, now: deps.clock() }),
      readDataState(db),
    ]);
    call.log.info({
      event: "access.after_hours_notes",
      user_id: userId,
      rows: notes.length,
    });
    if (notes.length === 0) return null;
    return { data: notes.map(noteRow), token, lastUpdated };
  });

  serve(app, getUnreadAlerts, deps, async ({ viewer, userId }) => {
    if (!keepsReadingState(viewer)) return { data: { unread: 0 } };
    const notes = await readNotesInView(db, {
      viewer,
      userId,
      now: deps.clock(),
    });
    return { data: { unread: notes.filter(({ unread }) => unread).length } };
  });

  serve(app, postNotesRead, deps, async ({ viewer, userId, body, log }) => {
    if (!keepsReadingState(viewer)) throw forbidden();
    const reader = { viewer, userId, now: deps.clock() };
    const { marked, unread } = await markNotesRead(
      deps.store,
      reader,
      body.noteIds,
    );
    log.info({ event: "change.notes_read", user_id: userId, notes: marked });
    return { data: { unread } };
  });
}
