import { paths, withSearch } from "~/paths";
import { UPDATE_PARAMETER } from "~/ui/update-only";

export const EDITOR_ID = "user-editor";

/** Pages that only update the form land here. */
export const ACCESS_ID = "editor-access";

/** Asks the page's loader for the physicians of a search alone. */
export const PHYSICIANS_PARAMETER = "physicians";

/** Names the user who gives a new user's form its access. */
export const LIKE_PARAMETER = "like";

/** The list's own part of the query, which saving and closing lead back to. */
export function listSearch(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of [
    UPDATE_PARAMETER,
    PHYSICIANS_PARAMETER,
    LIKE_PARAMETER,
    "_data",
    "index",
  ]) {
    parameters.delete(name);
  }
  return withSearch("", parameters);
}

export function usersHref(search: string): string {
  return paths.users + listSearch(search);
}

/** The answer without scripts is a new page, so the address has the anchor of the form. */
export function formHref(
  path: string,
  search: string,
  { isUpdate = false, anchor }: { isUpdate?: boolean; anchor: string | null },
): string {
  const query = new URLSearchParams(listSearch(search));
  if (isUpdate) query.set(UPDATE_PARAMETER, "1");
  return withSearch(path, query) + (anchor === null ? "" : `#${anchor}`);
}

export function anotherHref(path: string, search: string, id: number): string {
  const query = new URLSearchParams(listSearch(search));
  query.set(LIKE_PARAMETER, String(id));
  return withSearch(path, query);
}

/** The form's data address, which answers a script's search. */
export function physiciansHref(
  path: string,
  routeId: string,
  text: string,
): string {
  const query = new URLSearchParams({
    [PHYSICIANS_PARAMETER]: text,
    _data: routeId,
  });
  return `${path}?${query.toString()}`;
}
