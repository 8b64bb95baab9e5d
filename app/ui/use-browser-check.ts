import { useState, type FormEvent } from "react";

/**
 * Lets the browser find what it can of what is wrong with a form, before the server is asked. Its errors of fields hold until
 * the server has said something newer. While a form is on its way no other is sent.
 */
export function useBrowserCheck<Field extends string, Answer>(
  answer: Answer,
  isSending: boolean,
  errorsIn: (form: FormData) => Partial<Record<Field, string>> | null,
) {
  const [checked, setChecked] = useState<{
    fieldErrors: Partial<Record<Field, string>>;
    after: Answer;
  } | null>(null);
  function checkBeforeSending(event: FormEvent<HTMLFormElement>) {
    if (isSending) return event.preventDefault();
    const errors = errorsIn(new FormData(event.currentTarget));
    if (errors) event.preventDefault();
    setChecked({ fieldErrors: errors ?? {}, after: answer });
  }
  return {
    checked: checked?.after === answer ? checked : null,
    checkBeforeSending,
  };
}
