import { CsrfField } from "./csrf-field";
import { DangerButton } from "./danger-button";
import { useNavigationNow } from "./navigation";
import { PageForm } from "./page-form";
import { Sheet, SheetClose } from "./sheet";

interface Props {
  id: string;
  title: string;
  /** On the button that ends it. */
  end: string;
  cancel: string;
  /** What ending it changes, a sentence each. */
  changes: readonly string[];
  facts: readonly { label: string; value: string }[];
  action: string;
  /** What the form names: the entry, and the version that was read. */
  fields: Readonly<Record<string, number>>;
  closeHref: string;
  returnFocusTo: string;
  csrfToken: string | null;
}

/** Asks whether something is really to be ended, and says what that changes. */
export function EndDialog({ id, title, ...props }: Props) {
  const isSending = useNavigationNow().state === "submitting";
  return (
    <Sheet
      id={id}
      kind="modal"
      title={title}
      closeHref={props.closeHref}
      returnFocusTo={props.returnFocusTo}
      footer={
        <>
          <SheetClose>{props.cancel}</SheetClose>{" "}
          {/* The button is within its form: text browsers know no other tie between the two. */}
          <PageForm
            method="post"
            action={props.action}
            aria-label={title}
            className="contents"
            preventScrollReset
            onSubmit={(event) => {
              if (isSending) event.preventDefault();
            }}
          >
            <CsrfField token={props.csrfToken} />
            {Object.entries(props.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <DangerButton aria-disabled={isSending}>{props.end}</DangerButton>
          </PageForm>
        </>
      }
    >
      <div className="max-w-prose space-y-4">
        {props.changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
        <dl className="grid grid-cols-1 gap-x-4 gap-y-1 rounded bg-wash p-3 sm:grid-cols-[auto_1fr]">
          {props.facts.map(({ label, value }) => (
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
