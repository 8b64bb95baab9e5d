import { useRef } from "react";
import { useBeforeShown } from "./use-before-shown";

/**
 * With scripts a form outlives its own answer, so what was typed gives way to what was accepted: its fields' new
 * defaults. `answer` is another one after each post.
 */
export function useAcceptedFields(answer: unknown) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
  // Whoever sees the answer may choose anew at once, and that must stay.
  useBeforeShown(() => {
    if (!isSubmitted.current) return;
    isSubmitted.current = false;
    form.current?.reset();
  }, [answer]);
  return {
    form,
    onSubmit: () => {
      isSubmitted.current = true;
    },
  };
}
