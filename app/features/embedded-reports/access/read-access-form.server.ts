import { textsIn } from "~/domain/form-texts";
import { z } from "zod";
import type { AccessLevel } from "~/domain/access/ranks";
import {
  changesIn,
  REPORT_LEVELS,
  type AccessChange,
  type SentRow,
} from "../rules/report-access";
import { CELL_FIELDS, levelsAmong, seenField, ticksField } from "./access-form";

const SEEN = /^seen-(\d{1,15})$/;

const cell = z.object({
  report: z.string().regex(/^\d{1,15}$/),
  level: z.enum(REPORT_LEVELS as [AccessLevel, ...AccessLevel[]]),
  allow: z.enum(["true", "false"]),
});

/** True for a post of scripts, about one cell. */
export function isCell(form: FormData): boolean {
  return form.has(CELL_FIELDS.report);
}

/** The change of one cell; null where the fields hold none. */
export function readCell(form: FormData): AccessChange | null {
  const read = cell.safeParse({
    report: form.get(CELL_FIELDS.report),
    level: form.get(CELL_FIELDS.level),
    allow: form.get(CELL_FIELDS.allow),
  });
  if (!read.success) return null;
  const { report, level, allow } = read.data;
  return { reportId: Number(report), level, allow: allow === "true" };
}

/** What was changed in the form of the grid, or in one cell of it. */
export function readChanges(form: FormData): AccessChange[] {
  if (isCell(form)) {
    const change = readCell(form);
    return change ? [change] : [];
  }
  const ids = [...form.keys()].flatMap((name) => SEEN.exec(name)?.[1] ?? []);
  return changesIn([...new Set(ids)].map((id) => rowIn(form, Number(id))));
}

function rowIn(form: FormData, reportId: number): SentRow {
  const seen = textsIn(form, seenField(reportId)).join(" ").split(" ");
  return {
    reportId,
    seen: levelsAmong(seen),
    ticked: levelsAmong(textsIn(form, ticksField(reportId))),
  };
}
