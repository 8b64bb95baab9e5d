import type { Selectable } from "kysely";
import { epochDayOf } from "~/domain/calendar";
import type { ChartNoteTable } from "~server/store/schema";
import type { Portal } from "./portal";
import { inStore } from "./store-of-portal";

type Place = Pick<Portal, "dataDir">;
type StoredNote = Selectable<ChartNoteTable>;

/** An event on the charts of Elm House. */
export const EVENT: StoredNote = {
  id: 4,
  kind: "event",
  level: "facility",
  place_id: 101,
  measures: "rth_30 ed_30",
  starts_on: epochDayOf("2026-03-14"),
  text: "A new <b>unit manager</b>",
  version: 1,
  user_id: 1,
  author: "Ada Ames",
  added_at: "2026-03-20T15:05:00.000Z",
  ended_by: null,
  ended_at: null,
};

/** As if these alone had been written on charts. */
export async function keepNotes(
  portal: Place,
  notes: readonly StoredNote[],
): Promise<void> {
  await inStore(portal, async ({ db }) => {
    await db.deleteFrom("chart_notes").execute();
    for (const note of notes) {
      await db.insertInto("chart_notes").values(note).execute();
    }
  });
}

/** What is written on charts, in the order in which it was. */
export function storedNotes(portal: Place): Promise<StoredNote[]> {
  return inStore(portal, ({ db }) =>
    db.selectFrom("chart_notes").selectAll().orderBy("id").execute(),
  );
}
