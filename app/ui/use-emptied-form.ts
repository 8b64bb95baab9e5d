import { useEffect, useRef, type RefObject } from "react";

/** With scripts a form outlives its own answer; then it is empty again, as without them. */
export function useEmptiedForm(
  answer: object | null,
): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef(answer);
  useEffect(() => {
    if (seen.current === answer) return;
    seen.current = answer;
    form.current?.reset();
  }, [answer]);
  return form;
}
