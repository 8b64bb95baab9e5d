import { REQUEST_AGAIN } from "~/cms-request-paths";
import { withSearch } from "~/paths";
import { UPDATE_PARAMETER } from "~/ui/update-only";

/** Pages without scripts open here. */
export const REQUEST_SHEET_ID = "request";

/** The list's own part of the query, which closing and sending lead back to. */
export function listSearch(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of [UPDATE_PARAMETER, REQUEST_AGAIN, "_data", "index"]) {
    parameters.delete(name);
  }
  return withSearch("", parameters);
}
