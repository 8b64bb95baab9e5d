import { useActionData, useLoaderData } from "@remix-run/react";
import { NOTE_KINDS, type NoteKind } from "~/domain/graphs/note-kinds";
import { SettingsScreen } from "~/features/place-settings/settings-screen";
import { useHydrated } from "~/rendering/hydration";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup } from "~/ui/choice-group";
import { EntryForm } from "~/ui/entry-form";
import { ViewLinks } from "~/features/report-filters/view-links";
import type { NotesAnswer } from "./change-notes.server";
import type { loadNotes, NotesView, NoteToEdit } from "./load-notes.server";
import { EDIT_ID, LONGEST_NOTE, noteWords as words } from "./rules/note-words";

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

function NoteForm({
  kind,
  toEdit,
  view,
  answer: posted,
}: {
  kind: NoteKind;
  toEdit: NoteToEdit | null;
  view: NotesView;
  answer: NotesAnswer | null;
}) {
  const texts = words.forms[kind];
  const answer = posted?.entries.kind === kind ? posted : null;
  const kept = view.entries?.kind === kind ? view.entries : null;
  const entries = answer?.entries ?? kept ?? toEdit?.entries;
  const headingId = `${kind}-heading`;
  // A refusal without scripts is a new page, which should open at the form.
  const anchor = useHydrated() ? "" : `#${headingId}`;
  return (
    <Card headingId={headingId} heading={toEdit ? texts.edit : texts.heading}>
      <EntryForm
        action={(toEdit?.href ?? view.action) + anchor}
        aria-labelledby={headingId}
        prefix={`${kind}-`}
        hidden={{
          kind,
          ...(toEdit && { replaces: toEdit.id, version: toEdit.version }),
        }}
        before={
          toEdit ? null : <p className="text-sm text-muted">{texts.about}</p>
        }
        unsent={kept && view.unsent}
        answer={answer}
        fields={[
          {
            name: "text",
            label: texts.text,
            hint: words.noNames,
            maxLength: LONGEST_NOTE,
          },
          {
            name: "from",
            label: texts.from,
            ...(kind === "event"
              ? { type: "date" }
              : { choices: view.months, choose: words.choose }),
          },
        ]}
        entries={entries ?? { from: kind === "event" ? view.today : "" }}
        submit={toEdit ? texts.save : texts.add}
        after={
          toEdit ? (
            <LinkButton to={view.href} variant="quiet">
              {words.cancel}
            </LinkButton>
          ) : null
        }
      >
        <ChoiceGroup
          id={`${kind}-measures`}
          name="measures"
          type="checkbox"
          legend={words.columns.graphs}
          error={answer?.fieldErrors["measures"] ?? null}
          choices={view.graphs}
          chosen={entries?.measures ?? view.measures}
        />
      </EntryForm>
    </Card>
  );
}
