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

/** `useLayoutEffect`, which warns on a server. */
export const useBeforeShown =
  typeof document === "undefined" ? useEffect : useLayoutEffect;
