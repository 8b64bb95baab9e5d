import { useActionData, useLoaderData } from "@remix-run/react";
import { NOTE_KINDS } from "~/domain/graphs/note-kinds";
import {
  EDIT_ID,
  noteWords as words,
} from "~/features/chart-events/rules/note-words";
import { ViewLinks } from "~/features/report-filters/view-links";
import { titledByPlace } from "~/features/shell/page-title";
import { Card } from "~/ui/card";
import { ListStates } from "~/ui/list-states";
import { Question } from "~/ui/question";
import { PageHead } from "~/ui/page-head";
import {
  changeNotes,
  type NotesAnswer,
} from "~/features/chart-events/change-notes.server";
import { loadNotes } from "~/features/chart-events/load-notes.server";
import { NoteForm, NoteTable } from "~/features/chart-events/notes";

export { links } from "~/reports-and-users-sheet";
export { loadNotes as loader, changeNotes as action };

export const meta = titledByPlace(words.title);

export default function EventsRoute() {
  const { view } = useLoaderData<typeof loadNotes>();
  const answer = useActionData<NotesAnswer>() ?? null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead crumbs={view.crumbs} title={words.title} name={view.name}>
        <p className="max-w-prose text-sm text-muted">{words.about}</p>
      </PageHead>
      <ListStates
        list={view.notes}
        pages={{ href: view.href, newestHref: null }}
        words={{
          ...words,
          empty: words.none,
          emptyOlder: words.none,
          newest: "",
        }}
      >
        {({ data: { rows, ended, mayWrite, toEnd, toEdit } }) => (
          <>
            {toEnd ? <Question {...toEnd} /> : null}
            <ViewLinks label={words.nav} views={view.choices} />
            <Card headingId="in-force" heading={words.inForce}>
              <NoteTable
                id="notes"
                title={words.inForce}
                empty={words.none}
                rows={rows}
              />
            </Card>
            {mayWrite ? (
              <div
                id={EDIT_ID}
                // What was written leaves the fields empty.
                key={`${rows.length + ended.length} ${toEdit?.id}`}
                className="grid items-start gap-4 lg:grid-cols-2 print:hidden"
              >
                {(toEdit ? [toEdit.entries.kind] : NOTE_KINDS).map((kind) => (
                  <NoteForm key={kind} {...{ kind, toEdit, view, answer }} />
                ))}
              </div>
            ) : (
              <p className="text-sm text-muted">{words.mayNotWrite}</p>
            )}
            <Card headingId="ended" heading={words.endedList}>
              <NoteTable
                id="ended-notes"
                title={words.endedList}
                empty={words.noneEnded}
                rows={ended}
              />
            </Card>
          </>
        )}
      </ListStates>
    </div>
  );
}
