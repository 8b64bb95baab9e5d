import { z } from "zod";
import { isIsoDay } from "~/domain/calendar";
import { isoDayIn, slashOrderOf } from "~/domain/lists/days-on-the-wire";
import { cell, figureCell, scoreCell, textCell, UNREAD } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import {
  dated,
  dayParam,
  figuresParams,
  figuresQuery,
  id,
  residentId,
} from "./wire";

export const locationRow = z.object({
  id,
  name: textCell,
  physician_count: figureCell,
  patient_count: figureCell,
  long_stay_patient_count: figureCell,
  admit_from_hospital_count: figureCell,
  /** The rates of the place's own overview, named as those of physicians are (R384). A host may leave them out. */
  rth_30_metric: figureCell.optional(),
  op_ed_30_metric: figureCell.optional(),
  hosp_1000_lsdoc_metric: figureCell.optional(),
  ed_1000_lsdoc_metric: figureCell.optional(),
  ach_1000mm_metric: figureCell.optional(),
  /** Settled admissions from hospital, the denominator of the first two (R79). */
  settled_adm: figureCell.optional(),
  /** Long-stay days, which the last three are over. */
  pd_lt_doc: figureCell.optional(),
});
export type LocationRow = DeepReadonly<z.output<typeof locationRow>>;

function isDayOrNull(value: unknown): boolean {
  return value === null || (typeof value === "string" && isIsoDay(value));
}

const dayCell = cell(dayParam.nullable(), UNREAD);

/** A patient of a physician; the dates are those of the newest stay in the range (R98). */
export const patientRow = z.object({
  id: residentId.optional(),
  first_name: textCell,
  last_name: textCell,
  admission_date: dayCell,
  discharge_date: dayCell,
  days_care: figureCell,
  /** −1 or null: none. */
  frailty_score: scoreCell,
  hospital_transfers: figureCell,
  hospital_visits: figureCell,
  short_stay_ed_visits: figureCell,
  long_stay_ed_visits: figureCell,
});
export type PatientRow = z.input<typeof patientRow>;
export type ReadPatientRow = DeepReadonly<z.output<typeof patientRow>>;

const DAYS = ["admission_date", "discharge_date"] as const;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Hosts write days in several ways. What is none stays as it is, for {@link patientRow} to say so. */
function withIsoDays(sent: unknown): unknown {
  if (!Array.isArray(sent) || !sent.every(isObject)) return sent;
  const days = sent.flatMap((sentRow) => DAYS.map((name) => sentRow[name]));
  if (days.every(isDayOrNull)) return sent;
  const order = slashOrderOf(days);
  const iso = (value: unknown) =>
    typeof value === "string" ? (isoDayIn(value, order) ?? value) : value;
  return sent.map((sentRow) => ({
    ...sentRow,
    admission_date: iso(sentRow.admission_date),
    discharge_date: iso(sentRow.discharge_date),
  }));
}

const patientRows = z.preprocess(
  withIsoDays,
  z.array(patientRow),
) as unknown as z.ZodType<ReadPatientRow[], z.ZodTypeDef, PatientRow[]>;

export const getLocationSummary = endpoint({
  path: "/api/summary/:level/:id/:startDate/:endDate/",
  query: figuresQuery,
  params: figuresParams.extend({
    level: z.enum(["company", "division", "region"]),
  }),
  answer: dated(z.array(locationRow)),
});

export const getPatientSummary = endpoint({
  path: "/api/summary/physician/:id/:startDate/:endDate/",
  params: figuresParams.omit({ level: true }),
  query: figuresQuery,
  answer: dated(patientRows),
});
