import { rankOf } from "../access/ranks";
import type { Viewer } from "../access/viewer";
import type { IsoDay } from "../calendar";
import type { MeasureLine } from "../graphs/measure-line";
import type { GraphTag } from "../graphs/rate-graphs";
import type { NoteKind } from "./note-kinds";

/** What is said of the process: a phase that begins, or months that are frozen. */
export interface PhaseNote {
  kind: NoteKind;
  measures: readonly GraphTag[];
  /** The first day of a phase, or of the first month of a baseline. */
  from: IsoDay;
  /** The first day of the last month of a baseline; null for a phase. */
  to: IsoDay | null;
  /** Of a baseline, by measure: its months one by one, denominators as they were counted (admissions, or days). */
  frozen: Partial<Record<GraphTag, MeasureLine>> | null;
}

const LOWEST_WRITING_RANK = rankOf("facility");
/** Account managers read notes and write none, as with reviews (R340). */
const HIGHEST_WRITING_RANK = rankOf("admin");

/** Whether a viewer who may open a place writes on its charts, and ends what is written there (R378). */
export function mayWriteNotes({ accessLevel }: Viewer): boolean {
  const rank = rankOf(accessLevel);
  return rank >= LOWEST_WRITING_RANK && rank <= HIGHEST_WRITING_RANK;
}
