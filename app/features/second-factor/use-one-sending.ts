import type { FormEvent } from "react";
import { useNavigationNow } from "~/ui/late-part";

/**
 * For a form that must not be sent again by a second press while its first answer is on the way: a code counts once.
 * `isSending` is true or left out, as a button's `aria-disabled`: of one that is false screen readers say 'not disabled'.
 */
export function useOneSending(): {
  isSending: true | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
} {
  const isSending = useNavigationNow().state === "submitting" || undefined;
  return {
    isSending,
    onSubmit: (event) => {
      if (isSending) event.preventDefault();
    },
  };
}
