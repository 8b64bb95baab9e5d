import type { ShellData } from "./shell-data";

interface Match {
  id: string;
  data: unknown;
}

/**
 * Title of a page, for its `meta`: its own name, then the site's, and 'Error: ' before both where the document answers a
 * form that was not accepted, or tells of something that failed, be it the page's own or the frame's.
 */
export function pageTitle(
  matches: readonly Match[],
  text: string,
  hasFailed = false,
): string {
  const root = matches.find((match) => match.id === "root")?.data as
    | Partial<ShellData>
    | undefined;
  const told = [...(root?.notices ?? []), ...(root?.standing ?? [])];
  const tellsError = told.some(({ tone }) => tone === "error");
  return titleText(root, text, hasFailed || root?.isRejectedForm || tellsError);
}

/** As {@link pageTitle}, for the root itself and its error page. */
export function titleText(
  root: Partial<ShellData> | undefined,
  text: string | null,
  isError = false,
): string {
  const site = root?.siteName ?? "Sojourn";
  const title = text === null ? site : `${text} – ${site}`;
  return isError && !title.startsWith("Error: ") ? `Error: ${title}` : title;
}
