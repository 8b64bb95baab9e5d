import { endingWords } from "./rules/ending-words";
import { CsrfField } from "~/ui/csrf-field";
import { DangerButton } from "~/ui/danger-button";
import { useNavigationNow } from "~/ui/navigation";
import { PageForm } from "~/ui/page-form";
import { Sheet, SheetClose } from "~/ui/sheet";
import { END_SHEET_ID, endLinkId, type NoteToEnd } from "./notes-view";

/** Asks whether an entry is really to be ended, and says what changes on the charts (R379). */
export function EndDialog({
  note: { id, kind, version, changes, facts },
  action,
  closeHref,
}: {
  note: NoteToEnd;
  action: string;
  closeHref: string;
}) {
  const words = endingWords[kind];
  const isSending = useNavigationNow().state === "submitting";
  return (
    <Sheet
      id={END_SHEET_ID}
      kind="modal"
      title={words.title}
      closeHref={closeHref}
      returnFocusTo={endLinkId(id)}
      footer={
        <>
          <SheetClose>{endingWords.cancel}</SheetClose>{" "}
          {/* The button is within its form: text browsers know no other tie between the two. */}
          <PageForm
            method="post"
            action={action}
            aria-label={words.title}
            className="contents"
            preventScrollReset
            onSubmit={(event) => {
              if (isSending) event.preventDefault();
            }}
          >
            <CsrfField />
            <input type="hidden" name="note_id" value={id} />
            <input type="hidden" name="version" value={version} />
            <DangerButton aria-disabled={isSending}>{words.end}</DangerButton>
          </PageForm>
        </>
      }
    >
      <div className="max-w-prose space-y-4">
        {changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 rounded bg-wash p-3 sm:grid-cols-[auto_1fr]">
          {facts.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="min-w-0 font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Sheet>
  );
}
