import { signedIdParam } from "~/contract/wire";
import { LONGEST_LINE } from "./rules/words";
import type { WantedDiscussion } from "~server/today/service";

/** What a form of the list says: each line that was changed, and the resident whose button was pressed. */
export function readEntries(form: FormData): WantedDiscussion[] {
  const found = new Map<number, WantedDiscussion>();
  const entryOf = (text: string): WantedDiscussion | null => {
    const { data: stayId } = signedIdParam.safeParse(text);
    if (stayId === undefined) return null;
    const entry = found.get(stayId) ?? { stayId };
    found.set(stayId, entry);
    return entry;
  };
  for (const name of form.keys()) {
    if (!name.startsWith("line-")) continue;
    const id = name.slice("line-".length);
    const text = lineOf(form, name);
    const was = lineOf(form, `was-${id}`);
    if (text === was) continue;
    const entry = entryOf(id);
    if (entry) entry.line = { was, text };
  }
  for (const name of ["discussed", "undo"] as const) {
    const pressed = form.get(name);
    const entry = typeof pressed === "string" ? entryOf(pressed) : null;
    if (entry) entry.isDiscussed = name === "discussed";
  }
  return [...found.values()];
}

function lineOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string"
    ? value.replace(/\s+/g, " ").trim().slice(0, LONGEST_LINE)
    : "";
}
