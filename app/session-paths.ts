import { withQuery } from "~/paths";

/** Where a page leads that was left open without scripts; `from` is its own path and query. */
export function leftOpenPath(from: string): string {
  return withQuery("/left-open", { from });
}
