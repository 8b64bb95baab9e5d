import { z } from "zod";
import { isIsoDay } from "~/domain/calendar";
import {
  cell,
  figureCell,
  flagCell,
  nameCell,
  scoreCell,
  textCell,
} from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { row } from "./plain-first";
import { id, nothing, pageParam, residentId, signedIdParam } from "./wire";

const day = z.string().refine(isIsoDay, "expected yyyy-MM-dd");
const dayCell = cell(day.nullable(), null);
const outcome = z.enum(["inpatient", "observation", "ed_only"]);

/** What an admission counts by, where the viewer does not see it otherwise; the place is null where it may not be named. */
const eventElsewhere = z
  .object({ on: day, outcome, facility_name: textCell })
  .nullable();

const residentStay = row({
  id: residentId,
  facility_id: id,
  facility_name: nameCell,
  npi: figureCell,
  physician_name: textCell,
  admitted_on: day,
  /** Null while the stay is open. */
  discharged_on: dayCell,
  /** The day after the last one that the stay covers, also where it is of one day (R68); a host may leave it out. */
  days_end: dayCell.optional(),
  /** `hospital`, `community` or `other`. */
  admitted_from: textCell,
  isnp: flagCell,
  unit: textCell,
  /** The 101st cumulative day in the facility, also where the stay ends before it. */
  long_stay_from: day,
  /** The admission counts as a return, with the event by which it does where that is not among the transfers. */
  rth: flagCell,
  ed: flagCell,
  rth_elsewhere: eventElsewhere,
  ed_elsewhere: eventElsewhere,
  /** When the resident was sent to hospital and is not back (R329); null for who is not there, and left out where it is not known. */
  out_since: dayCell.optional(),
  /** The day that it is at the facility (R490); where a host leaves it out it is New York's. */
  today: day.optional(),
  /** The day through which the data of the facility are complete; null: nothing counts. */
  data_through: dayCell,
});

const residentTransfer = row({
  id: residentId,
  /** The stay that holds its day. */
  stay_id: residentId.nullable(),
  facility_id: id,
  facility_name: nameCell,
  transferred_on: day,
  /** 0 to 1439, of the facility's clock. */
  minute_of_day: figureCell,
  outcome,
  planned: flagCell,
  /** No hospital has told the outcome. */
  assumed: flagCell,
  /** The resident was long-stay; false too where another row tells of the same transfer and counts in its place. */
  long_stay: flagCell,
  hospital: textCell,
  unit: textCell,
  reason: textCell,
  diagnosis: textCell,
  returned_on: dayCell,
  data_through: dayCell,
});

const residentNote = row({
  id,
  stay_id: residentId.nullable(),
  /** ISO 8601 in UTC. */
  noted_at: z.string().datetime(),
  facility_name: nameCell,
  physician_name: textCell,
  note_type: textCell,
  note_text: textCell,
  provider: textCell,
  high_risk: flagCell,
});

const residentReview = row({
  transfer_id: residentId,
  /** `open`, `reviewed` or `signed`. */
  state: textCell,
  facility_name: textCell,
  transferred_on: day,
  /** False where the transfer is no longer in the data. */
  is_known: flagCell,
});

const residentStory = z.object({
  id: residentId,
  mrn: textCell,
  first_name: textCell,
  last_name: textCell,
  frailty_score: scoreCell,
  stays: z.array(residentStay),
  transfers: z.array(residentTransfer),
  /** A page of them, newest first. */
  notes: z.array(residentNote),
  /** The page after it; null for the last. */
  notes_next: z.number().int().nonnegative().nullable(),
  /** Reviews that were begun; a host that has none leaves them out. */
  reviews: z.array(residentReview).optional(),
});
export type ResidentStory = z.input<typeof residentStory>;
export type ReadResidentStory = DeepReadonly<z.output<typeof residentStory>>;

/**
 * GET /residents/:id: what happened to a resident, as far as the viewer may see it: the stays of their places, or of their NPI,
 * with what belongs to them (R313). Of somebody who was merged into another `merged_into` names the other, and there is
 * no data. 204 where there is no such resident, and 403 for who would not see one. A host that has the call says so by `resident_id` in rows of residents.
 */
export const getResident = endpoint({
  method: "GET",
  path: "/residents/:id",
  params: z.object({ id: signedIdParam }),
  query: z.object({
    /** 0, 1, …, of the notes. */
    notes: pageParam.optional(),
  }),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: residentStory.nullable(),
    merged_into: residentId.nullable(),
    token: z.string().nullish(),
  }),
});
