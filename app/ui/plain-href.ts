import { createPath, resolvePath, useLocation } from "@remix-run/react";

/** Absolute, or relative to the current URL: resolving it needs no route. */
const NEEDS_NO_ROUTE = /^(?:\/(?!\/)|\?|#)/;

/** The address that Remix would write for a target; null where that depends on the route. The portal has no base path. */
export function usePlainHref(to: string): string | null {
  const { pathname } = useLocation();
  return NEEDS_NO_ROUTE.test(to) ? createPath(resolvePath(to, pathname)) : null;
}
