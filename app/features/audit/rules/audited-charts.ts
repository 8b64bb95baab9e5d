import { findGraph } from "~/domain/graphs/rate-graphs";
import { LEVELS } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { type DetailTaker, sentence } from "./phrases";

const KINDS: Readonly<Record<string, string>> = {
  event: "event",
  phase: "phase",
  baseline: "frozen baseline",
};

/** 'Frozen baseline 4 of Region 21', 'Event 5 of Company'. */
export function auditedChartNote(take: DetailTaker): string {
  const kind = take.text("kind") ?? "";
  const note = take.number("note_id");
  return sentence([`${KINDS[kind] ?? kind} ${note ?? ""}`, ofPlace(take)]);
}

/** 'Target 4 for 30 Day RTH of Region 21'. */
export function auditedTarget(take: DetailTaker): string {
  const measure = take.text("measure");
  return sentence([
    `target ${take.number("target_id") ?? ""}`,
    measure && `for ${findGraph(measure)?.title ?? measure}`,
    ofPlace(take),
  ]);
}

function ofPlace(take: DetailTaker): string | null {
  const level = take.text("level");
  const id = take.number("subject_id");
  const name = LEVELS.find((one) => one === level);
  if (name === undefined) return level;
  return name === "company"
    ? `of ${LEVEL_NAMES.company}`
    : `of ${LEVEL_NAMES[name]} ${id ?? ""}`;
}
