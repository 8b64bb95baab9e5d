import { useEffect, useRef, type RefObject } from "react";

/** A form with scripts outlives its own answer. */
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
