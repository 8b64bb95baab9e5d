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

/** Idle while a request waits for the network: the page stays as it is. */
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
