import { useNavigation } from "@remix-run/react";
import { useSyncExternalStore } from "react";

// What says so comes after the page's first load (app/features/shell/connection).
const HELD = "held";

function subscribe(listener: () => void): () => void {
  addEventListener(HELD, listener);
  return () => removeEventListener(HELD, listener);
}

const NOWHERE = {
  state: "idle",
  location: undefined,
  formMethod: undefined,
} as const;

/** As `useNavigation`; while what was asked for waits for a network, the page stays as it was, and goes nowhere. */
export function useNavigationNow(): Pick<
  ReturnType<typeof useNavigation>,
  "state" | "location" | "formMethod"
> {
  const navigation = useNavigation();
  return useSyncExternalStore(
    subscribe,
    () => HELD in document.documentElement.dataset,
    () => false,
  )
    ? NOWHERE
    : navigation;
}
