import type { FormEvent } from "react";
import { useNavigationNow } from "./navigation";

/**
 * For a form that must not be sent again by a second press until the page that its answer leads to is there: a code counts
 * once, and another post would take the place of what comes.
 * `isSending` is true or left out, as a button's `aria-disabled`: of one that is false screen readers say 'not disabled'.
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
