import { withSearch } from "~/paths";
import type { Panel } from "~/data/panel.server";

export function hasRows(notes: Panel<{ rows: readonly unknown[] }>): boolean {
  return notes.state === "data" && notes.data.rows.length > 0;
}

export const HELP = { name: "help", open: "open" } as const;

export const PAGE = "page";

export const MARK_FORM_ID = "notes-form";

export const HELP_ID = "help";
export const HELP_BUTTON_ID = "open-help";

/** Null removes a parameter. */
export function viewHref(
  { path, query }: { path: string; query: string },
  changes: Record<string, string | null> = {},
): string {
  const search = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) search.delete(name);
    else search.set(name, value);
  }
  return withSearch(path, search);
}
