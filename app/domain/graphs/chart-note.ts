import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import type { IsoDay } from "~/domain/calendar";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import type { NoteKind } from "./note-kinds";

export interface PhaseNote {
  kind: NoteKind;
  measures: readonly GraphTag[];
  /** The day of an event; the first day of a phase. */
  from: IsoDay;
}

const LOWEST_WRITING_RANK = rankOf("facility");
/** Account managers read notes and write none. */
const HIGHEST_WRITING_RANK = rankOf("admin");

export function mayWriteNotes({ accessLevel }: Viewer): boolean {
  const rank = rankOf(accessLevel);
  return rank >= LOWEST_WRITING_RANK && rank <= HIGHEST_WRITING_RANK;
}
