import type { FormEvent } from "react";
import { useNavigationNow } from "~/ui/late-part";

/**
 * For a form that must not be sent again by a second press while its first answer is on the way: a code counts once.
 */
export function useOneSending(): {
  isSending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
} {
  const isSending = useNavigationNow().state === "submitting";
  return {
    isSending,
    onSubmit: (event) => {
      if (isSending) event.preventDefault();
    },
  };
}
