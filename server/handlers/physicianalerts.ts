import {
  getPhysicianAlerts,
  getUnreadAlerts,
} from "~/contract/physicianalerts";
import type { ApiDeps } from "~server/door/api-deps";
import { recordAccess } from "./record-access";
import { noteRow } from "~server/notes/note-row";
import {
  keepsReadingState,
  readNotesInView,
} from "~server/notes/notes-in-view";
import { hasOwnReport, requireOwnReport } from "~server/reports/own-reports";
import { readDataState } from "~server/store/data-state";
import { register, type Doors } from "~server/door/doors";

const AFTER_HOURS = "after-hours-patient-report";

/**
 * The after-hours notes of the last 72 hours (R156), and which of them a physician has read. Levels without
 * the report are refused (403) and have nothing unread; so have all but physicians.
 * A list that is given out is recorded; a number of notes tells of nobody, and is not.
 */
export function registerPhysicianAlerts(doors: Doors, deps: ApiDeps): void {
  const { db } = deps.store;

  register(doors, getPhysicianAlerts, async (call) => {
    const { viewer, userId } = call;
    await requireOwnReport(db, viewer, AFTER_HOURS);
    const [notes, { lastUpdated }] = await Promise.all([
      readNotesInView(db, { viewer, userId, now: deps.clock() }),
      readDataState(db),
    ]);
    if (notes.length === 0) return null;
    await recordAccess(deps, call, {
      action: "view_notes",
      residents: notes.map(({ patient_id }) => patient_id),
      details: { rows: notes.length },
    });
    return { data: notes.map(noteRow), lastUpdated };
  });

  register(doors, getUnreadAlerts, async ({ viewer, userId }) => {
    const keepsState = keepsReadingState(viewer);
    if (!keepsState || !(await hasOwnReport(db, viewer, AFTER_HOURS))) {
      return { data: { unread: 0 } };
    }
    const notes = await readNotesInView(db, {
      viewer,
      userId,
      now: deps.clock(),
    });
    return { data: { unread: notes.filter(({ unread }) => unread).length } };
  });
}
