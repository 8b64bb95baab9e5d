import { useLocation, useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useBeforeShown } from "./hydration";

/**
 * For the form of a list or page whose state is the query: with scripts it outlives its own answer, so what was typed
 * gives way to what is in force, its fields' defaults. It does so with the answer, and as soon as another step takes the
 * place of the one that the form asked for: no bar shows filters that its figures do not have. What waits for a network stays
 * as it was typed.
 *
 * `answer` is another one after each load. `round` is the `key` of fields that keep a state of their own.
 */
export function useAcceptedFields(answer: unknown) {
  const form = useRef<HTMLFormElement>(null);
  /** Where and what the form was sent from; null once that is settled. */
  const sent = useRef<{ key: string; answer: unknown } | null>(null);
  const [round, setRound] = useState(0);
  const { key } = useLocation();
  const { state, formAction } = useNavigation();
  // Whoever sees the answer may choose anew at once, and that must stay.
  useBeforeShown(() => {
    if (!sent.current) return;
    const isSettled =
      sent.current.key !== key || sent.current.answer !== answer;
    const isReplaced =
      state !== "idle" && formAction !== form.current?.getAttribute("action");
    if (!isSettled && !isReplaced) return;
    sent.current = null;
    form.current?.reset();
    setRound((before) => before + 1);
  }, [answer, key, state, formAction]);
  return {
    form,
    round,
    onSubmit: () => {
      sent.current = { key, answer };
    },
  };
}
