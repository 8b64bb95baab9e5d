import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

function subscribe(): () => void {
  return () => undefined;
}

/** False on the server and in the first browser render, true once scripts run here. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

/** An effect of what has just been put on the page, before the browser shows it. A server has no layout, and says so of the hook. */
export const useBeforeShown =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
