import type { FormEvent, ReactNode } from "react";
import { useHydrated } from "~/rendering/hydration";
import { ErrorSummary, type SummaryError } from "~/ui/error-summary";
import { EnterButton } from "~/ui/form-buttons";
import { PageForm } from "~/ui/page-form";
import { UnsentLine } from "~/ui/unsent-line";
import { isFieldIn } from "~/ui/update-only";
import { useTakeOver } from "./use-take-over";
import { DECISIVE, FORM_FIELDS } from "./user-form";

/** The frame of the forms that give access to a user or a group. */
export function RightsForm({
  id,
  title,
  action,
  opened,
  saveText,
  errors,
  attempt,
  unsent,
  onSubmit,
  readAgain,
  children,
}: {
  id: string;
  title: string;
  action: string;
  /** What the page opened with, so the server notices a concurrent change; null for a new entry. */
  opened: object | null;
  saveText: string;
  errors: readonly SummaryError[];
  /** A new value makes the summary take focus again. */
  attempt: object | null;
  /** Why entries of an earlier session are here. */
  unsent: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readAgain: (form: HTMLFormElement) => void;
  children: ReactNode;
}) {
  return (
    <PageForm
      ref={useTakeOver(readAgain)}
      id={id}
      aria-label={title}
      method="post"
      action={action}
      // Without scripts, the browser's own check is all there is.
      noValidate={useHydrated()}
      preventScrollReset
      onSubmit={onSubmit}
      onChange={({ target, currentTarget }) => {
        if (isFieldIn(DECISIVE, target)) readAgain(currentTarget);
      }}
    >
      {opened ? (
        <input
          type="hidden"
          name={FORM_FIELDS.opened}
          value={JSON.stringify(opened)}
        />
      ) : null}
      <EnterButton>{saveText}</EnterButton>
      <div className="space-y-5">
        <ErrorSummary errors={errors} attempt={attempt} />
        <UnsentLine unsent={unsent} />
        {children}
      </div>
    </PageForm>
  );
}
