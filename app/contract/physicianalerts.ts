import { z } from "zod";
import { cell, flagCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dated, id, residentId } from "./wire";

/** An id besides the patient's; missing counts as null. */
const idCell = cell(id.nullable(), null);

export const afterHoursNote = z.object({
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
  noteEffectiveDate: textCell.transform((time) => time ?? ""),
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
  /** What a note is marked as read by; with an API host nothing is. */
  noteId: id.optional(),
  /** False for every level but physicians. */
  unread: flagCell.optional(),
});
export type AfterHoursNote = DeepReadonly<z.output<typeof afterHoursNote>>;

/** 204 for none. */
export const getPhysicianAlerts = endpoint({
  path: "/api/physicianalerts/",
  answer: dated(z.array(afterHoursNote)),
});

export const getUnreadAlerts = endpoint({
  path: "/api/physicianalerts/unread/",
  answer: z.object({
    data: z.object({ unread: z.number().int().nonnegative() }),
  }),
});
