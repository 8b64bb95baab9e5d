import { withQuery } from "~/paths";

/** Where a page without scripts refreshes to after being left open; `from` is its own path and query. */
export function leftOpenPath(from: string): string {
  return withQuery("/left-open", { from });
}
