import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Before the browser shows the answer: whoever sees it may choose anew at once, and that must stay. A server has no
 * layout, and says so of the hook.
 */
const useBeforeShown =
  typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * With scripts a form outlives its own answer, so what was typed gives way to what was accepted: its fields' new
 * defaults. `answer` is another one after each post.
 */
export function useAcceptedFields(answer: unknown) {
  const form = useRef<HTMLFormElement>(null);
  const isSubmitted = useRef(false);
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
