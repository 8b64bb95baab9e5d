import { useState } from "react";

/** Errors of fields that the browser has found before sending. They hold until the server has said something newer. */
export function useBrowserCheck<FieldErrors, Answer>(answer: Answer) {
  const [checked, setChecked] = useState<{
    fieldErrors: FieldErrors;
    after: Answer;
  } | null>(null);
  return {
    checked: checked?.after === answer ? checked : null,
    keepErrors: (fieldErrors: FieldErrors) =>
      setChecked({ fieldErrors, after: answer }),
  };
}
