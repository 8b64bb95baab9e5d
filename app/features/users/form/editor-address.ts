import { paths, withSearch } from "~/paths";
import { UPDATE_PARAMETER } from "~/ui/update-only";

/** Anchor of the dialog, where the page lands without scripts. */
export const EDITOR_ID = "user-editor";

/** Anchor of what a post shows that only wants the form again. */
export const ACCESS_ID = "editor-access";

/** Query parameter that asks the form's page for nothing but the physicians of a search. */
export const PHYSICIANS_PARAMETER = "physicians";

/** Query parameter: the user whose level and places the form of a new one starts with. */
export const LIKE_PARAMETER = "like";

/** The list's own part of this page's query: closing the form, and saving it, lead back to the list as it was. */
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

/** The list of users that a page of the form leads back to. */
export function usersHref(search: string): string {
  return paths.users + listSearch(search);
}

/** Where the form is sent. Without scripts the answer is a new page, and lands where the form is. */
export function formHref(
  path: string,
  search: string,
  { isUpdate = false, anchor }: { isUpdate?: boolean; anchor: string | null },
): string {
  const query = new URLSearchParams(listSearch(search));
  if (isUpdate) query.set(UPDATE_PARAMETER, "1");
  return withSearch(path, query) + (anchor === null ? "" : `#${anchor}`);
}

/** The form of another user, with the access of the one who was just created. */
export function anotherHref(path: string, search: string, id: number): string {
  const query = new URLSearchParams(listSearch(search));
  query.set(LIKE_PARAMETER, String(id));
  return withSearch(path, query);
}

/** Where a script has the physicians of a search from: the data of the form's own page, as Remix hands them out. */
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
