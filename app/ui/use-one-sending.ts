import type { FormEvent } from "react";
import { useNavigationNow } from "./late-part";

/** For a form that must not be sent again by a second press while its first answer is on the way. */
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
