import { LEVELS } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import type { DetailTaker } from "./detail-taker";
import { sentence } from "./phrases";

const KINDS: Readonly<Record<string, string>> = {
  event: "event",
  phase: "phase",
  baseline: "frozen baseline",
};

/** 'Frozen baseline 4 of Region 21', 'Event 5 of Company'. */
export function auditedChartNote(take: DetailTaker): string {
  const kind = take.text("kind") ?? "";
  const note = take.number("note_id");
  const level = take.text("level");
  const id = take.number("subject_id");
  const name = LEVELS.find((one) => one === level);
  return sentence([
    `${KINDS[kind] ?? kind} ${note ?? ""}`,
    name === undefined
      ? level
      : name === "company"
        ? `of ${LEVEL_NAMES.company}`
        : `of ${LEVEL_NAMES[name]} ${id ?? ""}`,
  ]);
}
