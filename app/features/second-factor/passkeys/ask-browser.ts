import { useState } from "react";

/** Asks an authenticator by a button: one question at a time, and whether the last one came to nothing. */
export function useAskedBrowser(ask: () => Promise<void>): {
  isAsking: boolean;
  hasFailed: boolean;
  onClick: () => void;
} {
  const [state, setState] = useState<"still" | "asking" | "failed">("still");
  const isAsking = state === "asking";
  return {
    isAsking,
    hasFailed: state === "failed",
    onClick: () => {
      if (isAsking) return;
      setState("asking");
      ask().then(
        () => setState("still"),
        // Browsers do not reveal whether the user cancelled.
        () => setState("failed"),
      );
    },
  };
}
