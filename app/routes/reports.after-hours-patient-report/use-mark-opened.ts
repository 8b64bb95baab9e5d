import { useSubmit } from "@remix-run/react";
import { useShellData } from "~/features/shell/shell-data";
import {
  viewHref,
  type AfterHoursView,
  type NoteRow,
} from "./after-hours-view";

/**
 * What opening a note does where scripts run: an unread one is marked as read in the background; where that does not come
 * through, it is new again on the next page.
 */
export function useMarkOpened(
  view: AfterHoursView,
  onRead: (row: NoteRow) => void,
): (row: NoteRow) => void {
  const csrfToken = useShellData()?.csrfToken ?? null;
  const submit = useSubmit();
  return (row) => {
    // A page that opens all of them has them read by nobody yet.
    if (!row.isUnread || view.isInFull) return;
    if (row.noteId === null || csrfToken === null) return;
    submit(
      { csrf: csrfToken, notes: String(row.noteId), quiet: "true" },
      {
        method: "post",
        action: viewHref(view),
        navigate: false,
        fetcherKey: `read-${row.key}`,
      },
    );
    onRead(row);
  };
}
