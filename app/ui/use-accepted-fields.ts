import { useLocation, useNavigation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useBeforeShown } from "~/rendering/hydration";

/**
 * A form outlives its own answer if scripts run. Its fields go back to what is in force with each step, so that no
 * bar shows filters that its figures do not have. `round` is the `key` of fields with a state of their own.
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
