import type { ShellData } from "./shell-data";

interface Match {
  id: string;
  data: unknown;
}

/** Begins with 'Error: ' if a form was refused, or something failed in the page or its frame. */
export function pageTitle(
  matches: readonly Match[],
  text: string,
  hasFailed = false,
): string {
  const root = matches.find((match) => match.id === "root")?.data as
    | Partial<ShellData>
    | undefined;
  const notices = [...(root?.notices ?? []), ...(root?.standing ?? [])];
  const showsError = notices.some(({ tone }) => tone === "error");
  return titleText(root, text, hasFailed || root?.isRejectedForm || showsError);
}

export const titled =
  (text: string) =>
  ({ matches }: { matches: readonly Match[] }) => [
    { title: pageTitle(matches, text) },
  ];

interface LoadedPage<Data> {
  matches: readonly Match[];
  data: (Data & { notices: readonly unknown[] }) | undefined;
}

export const titledAsLoaded =
  (text: string) =>
  ({ matches, data }: LoadedPage<unknown>) => [
    { title: pageTitle(matches, text, data && data.notices.length > 0) },
  ];

export const titledByPlace =
  (text: string) => (page: LoadedPage<{ view: { name: string | null } }>) => {
    const name = page.data?.view.name;
    return titledAsLoaded(name ? `${text}: ${name}` : text)(page);
  };

export function titleText(
  root: Partial<ShellData> | undefined,
  text: string | null,
  isError = false,
): string {
  const site = root?.siteName ?? "Sojourn";
  const title = text === null ? site : `${text} – ${site}`;
  return isError && !title.startsWith("Error: ") ? `Error: ${title}` : title;
}
