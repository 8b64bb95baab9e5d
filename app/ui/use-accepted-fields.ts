import { useLocation, useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useBeforeShown } from "~/rendering/hydration";

/**
 * For the form of a list or page whose state is the query: with scripts it outlives its own answer. So its fields fall back
 * to what is in force, their defaults, with that answer and with every other step, as they do where each step is a new
 * page: no bar shows filters that its figures do not have. What waits for a network stays as it was typed.
 *
 * `formProps` are of the form. `round` is the `key` of fields that keep a state of their own.
 */
export function useAcceptedFields() {
  const ref = useRef<HTMLFormElement>(null);
  const { key } = useLocation();
  const { state, formAction } = useNavigation();
  const shown = useRef(key);
  const [round, setRound] = useState(0);
  // Whoever sees the answer may choose again at once, and that must stay.
  useBeforeShown(() => {
    const isLeft =
      state !== "idle" && formAction !== ref.current?.getAttribute("action");
    if (shown.current === key && !isLeft) return;
    shown.current = key;
    ref.current?.reset();
    setRound((before) => before + 1);
  }, [key, state, formAction]);
  return {
    round,
    // Browsers restore the last choices on Back unless autocomplete is off.
    formProps: { ref, preventScrollReset: true, autoComplete: "off" },
  };
}
