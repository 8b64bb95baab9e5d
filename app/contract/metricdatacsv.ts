import { z } from "zod";
import { FIGURE_TAGS, type FigureTag } from "~/domain/figures/figure-tags";
import { endpoint } from "./endpoint";
import { figuresParams, figuresQuery } from "./wire";

export const STAY_COLUMNS = [
  "facility_id",
  "facility_name",
  "physician_npi",
  "physician_first_name",
  "physician_last_name",
  "patient_id",
  "mrn",
  "patient_first_name",
  "patient_last_name",
  "stay_id",
  "admitted_on",
  "discharged_on",
  "admitted_from",
  "isnp",
] as const;

export const EVENT_COLUMNS = [
  "event_on",
  "event_outcome",
  "event_planned",
  "event_facility_id",
  "event_facility_name",
] as const;

/** How far the census of the facility can be trusted: `silent`, `in doubt`, both with a comma, or blank (R300). */
export const MARK_COLUMN = "census_mark";

const RETURN = [
  ...STAY_COLUMNS,
  ...EVENT_COLUMNS,
  "days_to_event",
  MARK_COLUMN,
] as const;

const LONG_STAY_EVENT = [
  ...STAY_COLUMNS,
  "long_stay_from",
  ...EVENT_COLUMNS,
  MARK_COLUMN,
] as const;

/**
 * Days are `yyyy-MM-dd`, flags true or false, unknown values blank. One row per patient (`patient_count`: the newest
 * stay in the range), stay, admission or event that the figure counts. `days_to_event`: whole days from the
 * admission, 0 on the same day.
 */
export const METRIC_COLUMNS = {
  patient_count: [...STAY_COLUMNS, "days_in_range", MARK_COLUMN],
  days_of_care: [...STAY_COLUMNS, "days_in_range", MARK_COLUMN],
  snf_adm: [...STAY_COLUMNS, MARK_COLUMN],
  ach_adm: [...STAY_COLUMNS, MARK_COLUMN],
  rth: RETURN,
  ed: RETURN,
  h_1000: LONG_STAY_EVENT,
  ed_1000: LONG_STAY_EVENT,
  adm_1000: LONG_STAY_EVENT,
  pd_lt_doc: [
    ...STAY_COLUMNS,
    "long_stay_from",
    "long_stay_days_in_range",
    MARK_COLUMN,
  ],
} as const satisfies Record<FigureTag, readonly string[]>;

/** Sent if the range goes beyond the data: the last complete day, `yyyy-MM-dd`. A host may leave it out. */
export const THROUGH_HEADER = "data-through";

/** RFC 4180, UTF-8 with a byte order mark. */
export const getMetricData = endpoint({
  path: "/api/metricdatacsv/:level/:id/:startDate/:endDate/",
  params: figuresParams,
  query: figuresQuery.extend({
    measure_name: z.enum(FIGURE_TAGS),
  }),
  answer: z.string(),
});
