import type { FormEvent } from "react";
import { useNavigationNow } from "./navigation";

/**
 * Refuses a second press until the next page is there: a code counts once. `isSending` is true or left out, because
 * screen readers say 'not disabled' for a false `aria-disabled`.
 */
export function useOneSending(): {
  isSending: true | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
} {
  const { state, formMethod } = useNavigationNow();
  const isSending =
    (state !== "idle" && /post/i.test(`${formMethod}`)) || undefined;
  return {
    isSending,
    onSubmit: (event) => {
      if (isSending) event.preventDefault();
    },
  };
}
