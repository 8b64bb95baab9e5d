import { useMatches, useRouteLoaderData } from "@remix-run/react";

export interface ShellNotice {
  tone: "success" | "info" | "warning" | "error";
  text: string;
}

/** What the root's loader gives to the frame of every page. */
export interface ShellData {
  siteName: string;
  dataProvider: string;
  /** Null where nobody is signed in. */
  user: { name: string; initials: string } | null;
  /** Value of the hidden field of forms; null where nobody is signed in. */
  csrfToken: string | null;
  notices: ShellNotice[];
  /** When the data were last imported, New York time. */
  lastUpdated: string | null;
  /** False where the browser asked to save data: the page then ships no script. */
  offersScripts: boolean;
  /** The document answers a form that was not accepted. */
  isRejectedForm: boolean;
}

/** The root's data; undefined where the root's own loader failed. */
export function useShellData(): ShellData | undefined {
  return useRouteLoaderData<ShellData>("root");
}

/**
 * Time of the data on this page. A page's loader that read data returns it as `lastUpdated`; the session's, which
 * the root read before, is older.
 */
export function useLastUpdated(): string | null {
  const texts = useMatches().map(({ data }) =>
    hasField(data, "lastUpdated") ? data.lastUpdated : null,
  );
  const newest = texts.reverse().find((text) => typeof text === "string");
  return typeof newest === "string" ? newest : null;
}

/** The notices of this page, one list for each loader that returns `notices`; the root's are the flash notices. */
export function useNoticeLists(): (readonly ShellNotice[])[] {
  return useMatches()
    .map(({ data }) => (hasField(data, "notices") ? data.notices : null))
    .filter(isNoticeList);
}

function hasField<Name extends string>(
  data: unknown,
  name: Name,
): data is Record<Name, unknown> {
  return typeof data === "object" && data !== null && name in data;
}

function isNoticeList(list: unknown): list is readonly ShellNotice[] {
  return (
    Array.isArray(list) &&
    list.length > 0 &&
    list.every((notice) => hasField(notice, "text") && hasField(notice, "tone"))
  );
}
