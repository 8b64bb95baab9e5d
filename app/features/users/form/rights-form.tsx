import { type FormEvent, type ReactNode, useCallback, useRef } from "react";
import { useHydrated } from "~/rendering/hydration";
import { ErrorSummary, type SummaryError } from "~/ui/error-summary";
import { EnterButton } from "~/ui/form-buttons";
import { PageForm } from "~/ui/page-form";
import { UnsentLine } from "~/ui/unsent-line";
import { isFieldIn } from "~/ui/update-only";
import { DECISIVE, FORM_FIELDS } from "./user-form";
import { textsIn } from "~/domain/form-texts";

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
      // The browser's own check is all there is without scripts.
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
      <div className="space-y-4">
        <ErrorSummary errors={errors} attempt={attempt} />
        <UnsentLine unsent={unsent} />
        {children}
      </div>
    </PageForm>
  );
}

/**
 * Sends the places as one field each. A ref, not an effect: an effect runs after the dialog has replaced the form and
 * what was typed.
 */
function useTakeOver(
  read: (form: HTMLFormElement) => void,
): (form: HTMLFormElement | null) => void {
  const element = useRef<HTMLFormElement | null>(null);
  return useCallback(
    (form: HTMLFormElement | null) => {
      element.current?.removeEventListener("formdata", sendPlacesAsOne);
      element.current = form;
      if (!form) return;
      form.addEventListener("formdata", sendPlacesAsOne);
      read(form);
    },
    [read],
  );
}

/** A form may have 300 fields, and a user more facilities. */
export function sendPlacesAsOne({ formData }: FormDataEvent): void {
  for (const level of ["division", "region", "facility"]) {
    const ids = textsIn(formData, level);
    if (ids.length > 1) formData.set(level, ids.join(" "));
  }
}
