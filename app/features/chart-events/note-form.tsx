import type { NoteKind } from "~/domain/graphs/note-kinds";
import { LONGEST_NOTE, noteWords as words } from "./rules/note-words";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup } from "~/ui/choice-group";
import { CsrfField } from "~/ui/csrf-field";
import { ErrorSummary } from "~/ui/error-summary";
import { SelectField, TextField, type SelectFieldProps } from "~/ui/field";
import { PageForm } from "~/ui/page-form";
import { useHydrated } from "~/rendering/hydration";
import { UnsentLine } from "~/ui/unsent-line";
import type { NotesAnswer, NotesView, NoteToEdit } from "./notes-view";

interface Props {
  kind: NoteKind;
  /** The entry that the form replaces. */
  toEdit: NoteToEdit | null;
  view: NotesView;
  answer: NotesAnswer | null;
}

/** One of the two forms, with what was typed into it before. */
export function NoteForm({ kind, toEdit, view, answer: posted }: Props) {
  const texts = words.forms[kind];
  const answer = posted?.entries.kind === kind ? posted : null;
  const kept = view.kept?.entries.kind === kind ? view.kept : null;
  const entries = answer?.entries ?? kept?.entries ?? toEdit?.entries;
  const idOf = (field: string) => `${kind}-${field}`;
  // Without scripts a refusal is a page anew, and lands where the form is.
  const anchor = useHydrated() ? "" : `#${idOf("heading")}`;
  const errorAt = (field: string) =>
    answer?.errors.find((error) => error.field === field)?.text ?? null;
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
        <CsrfField />
        <input type="hidden" name="kind" value={kind} />
        {toEdit ? (
          <>
            <input type="hidden" name="replaces" value={toEdit.id} />
            <input type="hidden" name="version" value={toEdit.version} />
          </>
        ) : (
          <p className="text-sm text-muted">{texts.about}</p>
        )}
        <UnsentLine told={kept?.told ?? null} />
        <ErrorSummary
          errors={(answer?.errors ?? []).map(({ text, field }) => ({
            text,
            ...(field && { fieldId: idOf(field) }),
          }))}
          attempt={answer}
        />
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
          legend={words.graphs}
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
