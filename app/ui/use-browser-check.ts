import { useEffect, useState, type FormEvent } from "react";

/**
 * The browser's errors hold until the server answers; each goes once its field is right. `attempt` stays the same
 * meanwhile, so that no summary takes the focus again.
 */
export function useBrowserCheck<Field extends string, Answer>(
  answer: Answer,
  isSending: boolean,
  errorsIn: (form: FormData) => Partial<Record<Field, string>> | null,
) {
  const [found, setFound] = useState<{
    fieldErrors: Partial<Record<Field, string>>;
    after: Answer;
    attempt: FormEvent<HTMLFormElement>;
  } | null>(null);
  const checked = found?.after === answer ? found : null;
  // Runs after each render too: what is chosen for a field may be no input of it.
  useEffect(() => {
    if (!checked) return;
    const form = checked.attempt.target as HTMLFormElement;
    const dropCorrected = () => {
      const now = errorsIn(new FormData(form)) ?? {};
      const errors = Object.entries(checked.fieldErrors);
      const left = errors.filter(([name]) => name in now);
      if (left.length === errors.length) return;
      const fieldErrors = Object.fromEntries(left) as typeof now;
      setFound({ ...checked, fieldErrors });
    };
    dropCorrected();
    form.addEventListener("input", dropCorrected);
    return () => form.removeEventListener("input", dropCorrected);
  });
  function checkBeforeSending(event: FormEvent<HTMLFormElement>) {
    if (isSending) return event.preventDefault();
    const errors = errorsIn(new FormData(event.currentTarget));
    if (errors) event.preventDefault();
    setFound({ fieldErrors: errors ?? {}, after: answer, attempt: event });
  }
  return { checked, checkBeforeSending };
}
