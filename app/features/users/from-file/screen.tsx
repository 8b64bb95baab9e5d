import { useNavigation } from "@remix-run/react";
import { Fragment, useEffect } from "react";
import { paths } from "~/paths";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Chip, type Tone } from "~/ui/chip";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { useNavigationNow } from "~/ui/navigation";
import { PageForm } from "~/ui/page-form";
import { PageHead } from "~/ui/page-head";
import { DataTable } from "~/ui/table";
import { columnsOf, type TableColumn } from "~/ui/table-body";
import { useBrowserCheck } from "~/ui/use-browser-check";
import { userListWords, USER_COLUMN_LABELS } from "../rules/list-words";
import { userTitles } from "../rules/titles";
import {
  createdWords,
  createWords,
  LONGEST_USERS_FILE,
  previewWords,
  usersFileWords as words,
} from "../rules/users-file";
import type { FileAnswer, FileRow } from "./from-file.server";

interface ScreenProps {
  answer: FileAnswer | null;
}

export function FromFileScreen({ id, answer }: ScreenProps & { id: string }) {
  const created = answer?.kind === "created" ? answer.users : null;
  const preview = answer?.kind === "preview" ? answer : null;
  const isWrong = preview?.plan === null;
  const isCreating = useIsCreating();
  const form = <FileForm answer={answer} />;
  return (
    <div id={id} className="grid min-w-0 grid-cols-1 gap-4">
      <PageHead
        crumbs={[
          { label: userTitles.all, href: paths.users },
          { label: userTitles.fromFile, current: true },
        ]}
        title={userTitles.fromFile}
      />
      {/* In the page before it has text, so screen readers announce it. */}
      <p aria-live="polite" className="font-medium">
        {created ? createdWords(created.length) : null}
        {preview && !isCreating
          ? previewWords(preview.rows.map(({ state }) => state))
          : null}
        {isCreating ? words.creating : null}
      </p>
      {created ? <Created users={created} /> : null}
      {isWrong ? form : null}
      {preview && preview.rows.length > 0 ? <Preview {...preview} /> : null}
      {created || isWrong ? null : form}
    </div>
  );
}

function useSending() {
  const isSending = useNavigationNow().state === "submitting";
  return isSending || undefined;
}

function useIsCreating(): boolean {
  const { formData } = useNavigation();
  return useSending() === true && formData?.has("plan") === true;
}

function FileForm({ answer }: ScreenProps) {
  const isSending = useSending();
  const { checked, checkBeforeSending } = useBrowserCheck<
    "file",
    FileAnswer | null
  >(answer, isSending === true, fileErrors);
  const error = checked?.fieldErrors.file ?? null;
  const refused = answer && answer.kind !== "created" ? answer.errors : [];
  const errors = checked ? (error === null ? [] : [error]) : refused;
  const isAnother = answer?.kind === "preview";
  return (
    <Card
      headingId="users-file-heading"
      heading={isAnother ? words.anotherHeading : words.formHeading}
    >
      <PageForm
        method="post"
        encType="multipart/form-data"
        aria-label={userTitles.fromFile}
        className="max-w-prose space-y-4"
        onSubmit={checkBeforeSending}
      >
        <ErrorSummary
          errors={errors.map((text) => ({ text, fieldId: FIELD_ID }))}
          attempt={checked?.attempt ?? answer}
        />
        <div className="space-y-2 text-sm text-muted">
          <p>{words.sentence}</p>
          <p>{words.columns}</p>
          <p>{words.passwords}</p>
        </div>
        <a href="/users-example.csv" download className="action-link">
          {words.example}
        </a>
        <Field
          id={FIELD_ID}
          label={words.field}
          error={answer?.kind === "preview" && !checked ? null : errors[0]}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              name="file"
              accept=".csv,text/csv"
              aria-required
            />
          )}
        </Field>
        <Button
          variant={isAnother ? "secondary" : "primary"}
          aria-disabled={isSending}
        >
          {words.preview}
        </Button>
      </PageForm>
    </Card>
  );
}

const FIELD_ID = "users-file";

/** The form guard would reject a longer file without an explanation. */
function fileErrors(form: FormData): { file: string } | null {
  const file = form.get("file");
  const size = file instanceof File ? file.size : 0;
  if (size === 0) return { file: words.missing };
  return size > LONGEST_USERS_FILE ? { file: words.tooLong } : null;
}

type PreviewAnswer = Extract<FileAnswer, { kind: "preview" }>;

function Preview({ rows, content, plan }: PreviewAnswer) {
  const isSending = useSending();
  const isCreating = useIsCreating();
  const added = rows.filter(({ state }) => state === "new").length;
  return (
    <Card headingId="preview-heading" heading={words.preview}>
      <DataTable
        id="preview"
        title={words.preview}
        columns={PREVIEW_COLUMNS}
        rows={rows}
        rowKey={({ line }) => line}
        rowHead="username"
        blocksBelow="640px"
      />
      {plan === null ? null : added === 0 ? (
        <p className="mt-3 text-sm text-muted">{words.nothingNew}</p>
      ) : (
        <PageForm
          method="post"
          encType="multipart/form-data"
          aria-label={words.preview}
          className="mt-3"
          onSubmit={(event) => {
            if (isSending) event.preventDefault();
          }}
        >
          <input type="hidden" name="file" value={content} />
          <input type="hidden" name="plan" value={plan} />
          <Button variant="primary" aria-disabled={isSending}>
            {isCreating ? words.creating : createWords(added)}
          </Button>
        </PageForm>
      )}
    </Card>
  );
}

const LABELS = {
  ...USER_COLUMN_LABELS,
  result: words.result,
  password: words.password,
};

const TONES: Record<FileRow["state"], Tone> = {
  new: "good",
  same: "quiet",
  differs: "warn",
  error: "bad",
};

const PREVIEW_COLUMNS: TableColumn<FileRow>[] = [
  { key: "line", label: words.line, numeric: true, cell: ({ line }) => line },
  ...columnsOf<keyof typeof LABELS, FileRow>(LABELS, {
    username: ({ username }) => <Breakable text={username} />,
    name: ({ name }) => <Breakable text={name} />,
    level: ({ level }) => level,
    location: ({ locations }) => <Breakable text={locations} />,
    isnp: ({ isnpOnly }) =>
      isnpOnly ? userListWords.isnpOnly : userListWords.notIsnpOnly,
    result: ({ state, notes }) => (
      <>
        <Chip tone={TONES[state]}>{words.states[state]}</Chip>
        {notes.map((note) => (
          <Fragment key={note}>
            {" "}
            <span className="block text-sm">
              <Breakable text={note} />
            </span>
          </Fragment>
        ))}
      </>
    ),
  }),
];

function Breakable({ text }: { text: string }) {
  return <span className="[overflow-wrap:anywhere]">{text}</span>;
}

type CreatedUser = Extract<FileAnswer, { kind: "created" }>["users"][number];

const CREATED_ID = "created-heading";

const CREATED_COLUMNS: TableColumn<CreatedUser>[] = columnsOf(LABELS, {
  name: ({ name }) => <Breakable text={name} />,
  username: ({ username }) => <Breakable text={username} />,
  password: ({ password }) => <code>{password}</code>,
});

function Created({ users }: { users: readonly CreatedUser[] }) {
  // The pressed button is gone; move focus to the result.
  useEffect(() => {
    const heading = document.getElementById(CREATED_ID);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [users]);
  return (
    <Card headingId={CREATED_ID} heading={words.created}>
      <p className="mb-3 max-w-prose">{words.shownOnce}</p>
      <DataTable
        id="created"
        title={words.created}
        columns={CREATED_COLUMNS}
        rows={users}
        rowKey={({ username }) => username}
        blocksBelow="640px"
      />
      <LinkButton to={paths.users} className="mt-3">
        {words.toUsers}
      </LinkButton>
    </Card>
  );
}
