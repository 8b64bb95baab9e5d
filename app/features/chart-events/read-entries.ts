import { NOTE_KINDS } from "~/domain/graphs/note-kinds";
import type { NoteEntries } from "./notes-view";

/** The entries of a form; of one that names no kind, those of an event. */
export function readEntries(form: FormData): NoteEntries {
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    kind: NOTE_KINDS.find((kind) => kind === read("kind")) ?? "event",
    text: read("text"),
    measures: form
      .getAll("measures")
      .filter((value) => typeof value === "string"),
    from: read("from"),
  };
}
