import { signedIdParam } from "~/contract/wire";
import { lineText } from "./rules/words";
import type { WantedDiscussion } from "~server/today/service";

/** What was typed and is not saved, and what stood there when it was begun. */
export type TypedLine = NonNullable<WantedDiscussion["line"]>;

/** Only a row's own button may replace another user's line, and only the line that the page showed. */
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
    const isReplaced = form.get("replace") === id;
    const was = lineOf(form, isReplaced ? `now-${id}` : `was-${id}`);
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
  return typeof value === "string" ? lineText(value) : "";
}
