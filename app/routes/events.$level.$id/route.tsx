import { useActionData, useLoaderData } from "@remix-run/react";
import { NOTE_KINDS } from "~/domain/graphs/note-kinds";
import {
  EDIT_ID,
  noteWords as words,
} from "~/features/chart-events/rules/note-words";
import { ViewLinks } from "~/features/report-filters/view-links";
import { titledByPlace } from "~/features/shell/page-title";
import {
  changeNotes,
  type NotesAnswer,
} from "~/features/chart-events/change-notes.server";
import { loadNotes } from "~/features/chart-events/load-notes.server";
import { NoteForm } from "~/features/chart-events/notes";
import { SettingsScreen } from "~/features/place-settings/settings-screen";

export { links } from "~/reports-and-users-sheet";
export { loadNotes as loader, changeNotes as action };

export const meta = titledByPlace(words.title);

const COLUMNS = [
  ...(["text", "what", "when", "graphs"] as const),
  ...(["place", "written", "ended"] as const),
] as const;

export default function EventsRoute() {
  const { view } = useLoaderData<typeof loadNotes>();
  const answer = useActionData<NotesAnswer>() ?? null;
  return (
    <SettingsScreen
      id="notes"
      keys={COLUMNS}
      {...{ view, words }}
      none={words.none}
      choices={<ViewLinks label={words.nav} views={view.choices} />}
      form={({ toEdit }) => (
        <div
          id={EDIT_ID}
          key={toEdit?.id}
          className="grid items-start gap-4 lg:grid-cols-2 print:hidden"
        >
          {(toEdit ? [toEdit.entries.kind] : NOTE_KINDS).map((kind) => (
            <NoteForm key={kind} {...{ kind, toEdit, view, answer }} />
          ))}
        </div>
      )}
    />
  );
}
