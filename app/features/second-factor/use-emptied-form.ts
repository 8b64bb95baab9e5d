import { useEffect, useRef } from "react";
import type { FactorRefusal } from "./drawn-key";

/** With scripts a form outlives its own answer; then it is empty again, as without them. */
export function useEmptiedForm(answer: FactorRefusal | null) {
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef(answer);
  useEffect(() => {
    if (seen.current === answer) return;
    seen.current = answer;
    form.current?.reset();
  }, [answer]);
  return form;
}
