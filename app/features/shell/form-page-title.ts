import { UPDATE_PARAMETER } from "~/ui/update-only";
import { pageTitle } from "./page-title";

/** As `pageTitle`, for a page with a form: one that was only updated was not wrong, although the document answers it. */
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
