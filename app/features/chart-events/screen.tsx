import { useActionData, useLoaderData } from "@remix-run/react";
import { NOTE_KINDS } from "~/domain/graphs/note-kinds";
import { SettingsScreen } from "~/features/place-settings/settings-screen";
import { ViewLinks } from "~/features/report-filters/view-links";
import type { NotesAnswer } from "./change-notes.server";
import type { loadNotes } from "./load-notes.server";
import { NoteForm } from "./notes";
import { EDIT_ID, noteWords as words } from "./rules/note-words";

const COLUMNS = [
  ...(["text", "what", "when", "graphs"] as const),
  ...(["place", "written", "ended"] as const),
] as const;

export function EventsScreen() {
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
