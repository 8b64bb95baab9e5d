import { z } from "zod";
import { cell, flagCell, isText, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { plainFirst, row } from "./plain-first";
import { dated, id, isId, nothing, residentId } from "./wire";

/** Of what a note names beside its patient; missing counts as null. */
const idCell = cell(
  id.nullable(),
  null,
  (value) => value === null || isId(value),
);

/** A note of a telehealth encounter after hours (R171). */
export const afterHoursNote = row({
  divisionName: textCell,
  regionName: textCell,
  regionId: idCell,
  facilityName: textCell,
  facilityId: idCell,
  physicianName: textCell,
  physicianNpi: idCell,
  patientName: textCell,
  patientId: residentId.nullable(),
  /** ISO 8601 instant, or `yyyy-MM-dd HH:mm:ss` New York time; blank where a host has none. */
  noteEffectiveDate: plainFirst(
    textCell.transform((time) => time ?? ""),
    isText,
  ),
  noteType: textCell,
  noteText: textCell,
  provider: textCell,
  isnp: flagCell,
  highRisk: flagCell,
  admissionDate: textCell,
  dischargeDate: textCell,
  admissionLocation: textCell,
  dischargeLocation: textCell,
  /** Medical record number; a host that does not send it identifies the patient by `patientId`. */
  mrn: textCell.optional(),
  /** What a note is marked as read by; a host that does not send it keeps no reading state. */
  noteId: id.optional(),
  /** True where the physician who asks has not read it; false for every other level. */
  unread: flagCell.optional(),
});
export type AfterHoursNote = DeepReadonly<z.output<typeof afterHoursNote>>;

const call = {
  method: "GET",
  params: nothing,
  query: nothing,
  body: nothing,
  bodyType: "none",
} as const;

/** GET /api/physicianalerts/: after-hours notes in view; 204 for none. */
export const getPhysicianAlerts = endpoint({
  ...call,
  path: "/api/physicianalerts/",
  answer: dated(z.array(afterHoursNote)),
});

/** GET /api/physicianalerts/unread/: how many the physician has not read (R156). */
export const getUnreadAlerts = endpoint({
  ...call,
  path: "/api/physicianalerts/unread/",
  answer: z.object({
    data: z.object({ unread: z.number().int().nonnegative() }),
  }),
});

/** The most notes that are marked as read in one call. */
export const MAX_NOTES_READ = 500;

/**
 * POST /api/physicianalerts/read/: marks notes as read by the physician who asks, and says how many are left. The
 * call is optional: a host without it answers 404, and keeps no reading state.
 */
export const postNotesRead = endpoint({
  method: "POST",
  path: "/api/physicianalerts/read/",
  params: nothing,
  query: nothing,
  body: z.object({ noteIds: z.array(id).min(1).max(MAX_NOTES_READ) }),
  bodyType: "json",
  answer: z.object({
    data: z.object({ unread: z.number().int().nonnegative() }),
  }),
});
