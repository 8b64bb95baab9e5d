import {
  afterHoursWords,
  unreadNotesText,
} from "~/features/after-hours/rules/words";
import { useShellData } from "~/features/shell/shell-data";
import { Button } from "~/ui/button";
import { CsrfField } from "~/ui/csrf-field";
import { PageForm } from "~/ui/page-form";
import { PageLink } from "~/ui/page-link";
import {
  viewHref,
  type AfterHoursView,
  type NoteList,
  type NoteRow,
} from "./after-hours-view";

/** What is new to the viewer, what the page hides of it, and a form that marks the unread notes of the page. */
export function UnreadLine({
  view,
  rows,
  list: { hiddenText, isFiltered, newText },
}: {
  view: AfterHoursView;
  rows: readonly NoteRow[];
  list: Pick<NoteList, "hiddenText" | "isFiltered" | "newText">;
}) {
  const csrfToken = useShellData()?.csrfToken ?? null;
  const unread = rows.flatMap(({ isUnread, noteId }) =>
    isUnread && noteId !== null ? [noteId] : [],
  );
  if (unread.length === 0 && hiddenText === null && newText === null) {
    return null;
  }
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      {unread.length > 0 ? (
        <>
          <p className="font-semibold">{unreadNotesText(unread.length)}</p>
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
        </>
      ) : null}
      {newText === null ? null : <p className="font-semibold">{newText}</p>}
      {hiddenText === null ? null : <p>{hiddenText}</p>}
      {isFiltered ? (
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
