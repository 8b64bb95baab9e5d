import { z } from "zod";
import { isIsoDay } from "~/domain/calendar";
import { TODAY_LEVELS } from "~/domain/today/today-levels";
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
import { flagParam, id, idParam, nothing, residentId } from "./wire";

const dayCell = cell(z.string().refine(isIsoDay).nullable(), null);
/** ISO 8601 in UTC. */
const momentCell = cell(z.string().datetime().nullable(), null);

/** A resident with a stay that is open as far as the data reach, or who is out at hospital (R327). */
export const todayResident = row({
  stay_id: residentId,
  resident_id: residentId,
  mrn: textCell,
  first_name: textCell,
  last_name: textCell,
  facility_id: id,
  facility_name: nameCell,
  /** Where in the building; null where it is not known. */
  unit: textCell.optional(),
  npi: figureCell,
  physician_name: textCell,
  admitted_on: dayCell,
  from_hospital: flagCell,
  /** The 101st cumulative day at the facility. */
  long_stay_from: dayCell,
  frailty_score: scoreCell,
  /** Unplanned hospitalizations and ED visits from any facility, of the day and so many days before it (R328). */
  hospitalizations_30: figureCell,
  hospitalizations_90: figureCell,
  hospitalizations_180: figureCell,
  ed_visits_30: figureCell,
  ed_visits_90: figureCell,
  ed_visits_180: figureCell,
  /** Null for who is in house. */
  out_since: dayCell,
  /** Out at hospital, with a stay that goes on; says nothing of who is in house. */
  bed_kept: flagCell,
  back_on: dayCell,
  /** The newest after-hours note of the stay in the last 30 days, and the newest that is marked high risk. */
  last_note_at: momentCell,
  last_note_high_risk: flagCell,
  /** The physician who asks has not read it; left out for others, who have no unread notes. */
  last_note_unread: flagCell.optional(),
  high_risk_note_at: momentCell,
  /** The day of that note by the facility's clock. */
  high_risk_note_on: dayCell,
});
export type TodayResident = z.input<typeof todayResident>;
export type ReadTodayResident = DeepReadonly<z.output<typeof todayResident>>;

/**
 * GET /today/:level/:id: the residents of a facility, or of a physician, who are in house or out at hospital (R327). A physician's are
 * those at facilities that the viewer may see. 403 and 404 as for figures.
 */
export const getToday = endpoint({
  method: "GET",
  path: "/today/:level/:id",
  params: z.object({ level: z.enum(TODAY_LEVELS), id: idParam }),
  /** `file`: the rows are for a file, and recorded as an export. */
  query: z.object({ file: flagParam.optional() }),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.array(todayResident),
    /** The day that it is at the facility; of a physician in New York. */
    day: z.string().refine(isIsoDay),
    /** The facilities that are asked about, and how far their data reach; null: nothing counts. */
    facilities: z.array(
      z.object({
        facility_id: id,
        facility_name: nameCell,
        data_through: dayCell,
        /** The day that it is there (R490); where a host leaves it out it is that of the answer. */
        day: z.string().refine(isIsoDay).optional(),
      }),
    ),
    /** False where the viewer's level may not see after-hours notes: then there are none. */
    has_notes: z.boolean(),
    token: z.string().nullish(),
  }),
});
