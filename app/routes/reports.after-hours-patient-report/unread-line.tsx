import { PageLink } from "~/ui/page-link";
import { PageForm } from "~/ui/page-form";
import { afterHoursWords, unreadNotesText } from "~/domain/after-hours/words";
import { CsrfField } from "~/ui/csrf-field";
import { useShellData } from "~/features/shell/shell-data";
import { Button } from "~/ui/button";
import {
  viewHref,
  type AfterHoursView,
  type NoteList,
  type NoteRow,
} from "./after-hours-view";

/** How many notes a physician has not read, and a form that marks those that are shown. */
export function UnreadLine({
  view,
  rows,
  list: { unreadHidden, isUnreadFiltered },
}: {
  view: AfterHoursView;
  rows: readonly NoteRow[];
  list: Pick<NoteList, "unreadHidden" | "isUnreadFiltered">;
}) {
  const csrfToken = useShellData()?.csrfToken ?? null;
  const unread = rows.flatMap(({ isUnread, noteId }) =>
    isUnread && noteId !== null ? [noteId] : [],
  );
  if (unread.length === 0 && unreadHidden === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <p className="font-semibold">
        {unreadNotesText(unread.length, unreadHidden)}
      </p>
      {unread.length > 0 ? (
        <PageForm
          id="notes-form"
          method="post"
          action={viewHref(view)}
          preventScrollReset
        >
          <CsrfField token={csrfToken} />
          <input type="hidden" name="notes" value={unread.join(",")} />
          <Button>{afterHoursWords.markAllRead}</Button>
        </PageForm>
      ) : null}
      {isUnreadFiltered ? (
        <PageLink
          to={view.unfilteredHref}
          preventScrollReset
          className="action-link"
        >
          {afterHoursWords.showLongest}
        </PageLink>
      ) : null}
    </div>
  );
}
