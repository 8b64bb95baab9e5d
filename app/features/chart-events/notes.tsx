import type { NoteKind } from "~/domain/graphs/note-kinds";
import {
  EDIT_ID,
  END_ID,
  endLinkId,
  LONGEST_NOTE,
  noteWords as words,
} from "./rules/note-words";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup } from "~/ui/choice-group";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField, TextField, type SelectFieldProps } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { useHydrated } from "~/rendering/hydration";
import { UnsentLine } from "~/ui/unsent-line";
import { EmptyState } from "~/ui/empty-state";
import { PageLink } from "~/ui/page-link";
import { TextTable } from "~/ui/text-table";
import type { NotesAnswer } from "./change-notes.server";
import type { NoteRow, NotesView, NoteToEdit } from "./load-notes.server";

interface Props {
  kind: NoteKind;
  toEdit: NoteToEdit | null;
  view: NotesView;
  answer: NotesAnswer | null;
}

export function NoteForm({ kind, toEdit, view, answer: posted }: Props) {
  const texts = words.forms[kind];
  const answer = posted?.entries.kind === kind ? posted : null;
  const kept = view.kept?.entries.kind === kind ? view.kept : null;
  const entries = answer?.entries ?? kept?.entries ?? toEdit?.entries;
  const idOf = (field: string) => `${kind}-${field}`;
  // A refusal without scripts is a new page, which should open at the form.
  const anchor = useHydrated() ? "" : `#${idOf("heading")}`;
  const errorAt = (field: string) => answer?.fieldErrors[field] ?? null;
  const fieldOf = (name: "text" | "from") => ({
    id: idOf(name),
    name,
    error: errorAt(name),
    defaultValue: entries?.[name],
  });
  return (
    <Card
      headingId={idOf("heading")}
      heading={toEdit ? texts.edit : texts.heading}
    >
      <PageForm
        method="post"
        action={(toEdit?.href ?? view.action) + anchor}
        aria-labelledby={idOf("heading")}
        className="max-w-form space-y-3"
      >
        <input type="hidden" name="kind" value={kind} />
        {toEdit ? (
          <>
            <input type="hidden" name="replaces" value={toEdit.id} />
            <input type="hidden" name="version" value={toEdit.version} />
          </>
        ) : (
          <p className="text-sm text-muted">{texts.about}</p>
        )}
        <UnsentLine unsent={kept?.unsent ?? null} />
        <ErrorSummary errors={answer?.errors ?? []} attempt={answer} />
        <TextField
          {...fieldOf("text")}
          label={texts.text}
          hint={words.noNames}
          maxLength={LONGEST_NOTE}
          autoComplete="off"
        />
        {kind === "event" ? (
          <TextField
            {...fieldOf("from")}
            type="date"
            label={texts.from}
            defaultValue={entries?.from ?? view.today}
          />
        ) : (
          <MonthField
            {...fieldOf("from")}
            label={texts.from}
            months={view.months}
          />
        )}
        <ChoiceGroup
          id={idOf("measures")}
          name="measures"
          type="checkbox"
          legend={words.columns.graphs}
          error={errorAt("measures")}
          choices={view.graphs}
          chosen={entries?.measures ?? view.measures}
        />
        <Button variant="primary" className="max-w-full !whitespace-normal">
          {toEdit ? texts.save : texts.add}
        </Button>
        {toEdit ? (
          <LinkButton to={view.href} variant="quiet">
            {words.cancel}
          </LinkButton>
        ) : null}
      </PageForm>
    </Card>
  );
}

function MonthField({
  months,
  ...field
}: SelectFieldProps & { months: NotesView["months"] }) {
  return (
    <SelectField {...field}>
      <option value="">{words.choose}</option>
      {months.map((month) => (
        <option key={month.value} value={month.value}>
          {month.label}
        </option>
      ))}
    </SelectField>
  );
}

const COLUMNS = [
  ...(["text", "what", "when", "graphs"] as const),
  ...(["place", "written", "ended"] as const),
];

export function NoteTable({
  empty,
  ...table
}: {
  id: string;
  title: string;
  rows: readonly NoteRow[];
  empty: string;
}) {
  if (table.rows.length === 0) return <EmptyState message={empty} isBrief />;
  return (
    <TextTable
      {...table}
      columns={words.columns}
      keys={COLUMNS}
      actions={words.actions}
      actionsOf={({ hrefs, ...row }) =>
        hrefs && <Actions {...row} hrefs={hrefs} />
      }
    />
  );
}

function Actions({
  id,
  text,
  hrefs,
}: Pick<NoteRow, "id" | "text"> & { hrefs: { edit: string; end: string } }) {
  const isHydrated = useHydrated();
  return (
    <div className="row-actions">
      <PageLink
        className="row-action"
        to={`${hrefs.edit}#${EDIT_ID}`}
        aria-label={`${words.edit}: ${text}`}
      >
        {words.edit}
      </PageLink>{" "}
      <PageLink
        className="row-action"
        id={endLinkId(id)}
        to={hrefs.end + (isHydrated ? "" : `#${END_ID}`)}
        aria-label={`${words.end}: ${text}`}
        preventScrollReset
      >
        {words.end}
      </PageLink>
    </div>
  );
}
