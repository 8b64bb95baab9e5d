import { UPDATE_PARAMETER } from "~/ui/update-only";
import { pageTitle } from "./page-title";

/** Like `pageTitle`, for a page with a form: updating the form is no error. */
export function formPageTitle(
  matches: Parameters<typeof pageTitle>[0],
  search: string,
  text: string,
): string {
  const isUpdate = new URLSearchParams(search).has(UPDATE_PARAMETER);
  const frames = matches.map(({ id, data }) => ({
    id,
    data:
      isUpdate && id === "root" && data
        ? { ...data, isRejectedForm: false }
        : data,
  }));
  return pageTitle(frames, text);
}

export const titledForm =
  (text: string) =>
  ({
    matches,
    location,
  }: {
    matches: Parameters<typeof pageTitle>[0];
    location: { search: string };
  }) => [{ title: formPageTitle(matches, location.search, text) }];
