import { REQUEST_AGAIN } from "~/cms-request-paths";
import { withSearch } from "~/paths";
import { UPDATE_PARAMETER } from "~/ui/update-only";

/** Anchor of the drawer, where the page lands without scripts. */
export const REQUEST_SHEET_ID = "request";

/** The list's own part of this page's query: closing the form, and sending it, lead back to the list as it was. */
export function listSearch(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of [UPDATE_PARAMETER, REQUEST_AGAIN, "_data", "index"]) {
    parameters.delete(name);
  }
  return withSearch("", parameters);
}
