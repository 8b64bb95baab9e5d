import { z } from "zod";
import {
  FIGURE_TAGS,
  TRANSFERS_TAG,
  type RowTag,
} from "~/domain/figures/figure-tags";
import { endpoint } from "./endpoint";
import { figuresParams, figuresQuery, nothing } from "./wire";

const STAY = [
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

const EVENT = [
  "event_on",
  "event_outcome",
  "event_planned",
  "event_facility_id",
  "event_facility_name",
] as const;

/** How far the census of the facility can be trusted: `silent`, `in doubt`, both with a comma, or blank (R300). */
const MARK = "census_mark";

const RETURN = [...STAY, ...EVENT, "days_to_event", MARK] as const;

const LONG_STAY_EVENT = [...STAY, "long_stay_from", ...EVENT, MARK] as const;

/**
 * Header row of each export: days are `yyyy-MM-dd`, flags true or false, what is not known is blank. There is a row for
 * each patient (`patient_count`: their newest stay with a day in the range, and their days in all such stays), stay,
 * admission or event that the figure counts; of the figures in days the days add up to the figure. `days_to_event`: whole
 * days from admission to the event, 0 on the same day. A stay without a physician has neither number nor names of one. A transfer
 * (`transfers`) may have no stay; `event_time` is `HH:mm` where it happened;
 * `causes` are ids with spaces between them, as the review names them.
 */
export const METRIC_COLUMNS = {
  patient_count: [...STAY, "days_in_range", MARK],
  days_of_care: [...STAY, "days_in_range", MARK],
  snf_adm: [...STAY, MARK],
  ach_adm: [...STAY, MARK],
  rth: RETURN,
  ed: RETURN,
  h_1000: LONG_STAY_EVENT,
  ed_1000: LONG_STAY_EVENT,
  adm_1000: LONG_STAY_EVENT,
  pd_lt_doc: [...STAY, "long_stay_from", "long_stay_days_in_range", MARK],
  transfers: [
    ...STAY,
    "long_stay_from",
    "transfer_id",
    ...EVENT,
    "event_assumed",
    "event_time",
    "days_to_event",
    "hospital",
    "unit",
    "reason",
    "diagnosis",
    "returned_on",
    "review_state",
    "avoidable",
    "causes",
    MARK,
  ],
} as const satisfies Record<RowTag, readonly string[]>;

export type MetricColumn = (typeof METRIC_COLUMNS)[RowTag][number];

/**
 * Header of an answer whose range passes the reach of the data: the day through which they are complete, `yyyy-MM-dd`. A
 * host may leave it out.
 */
export const THROUGH_HEADER = "data-through";

/** GET /api/metricdatacsv/…: the rows behind one figure as a CSV file (RFC 4180, UTF-8 with a byte order mark). */
export const getMetricData = endpoint({
  method: "GET",
  path: "/api/metricdatacsv/:level/:id/:startDate/:endDate/",
  params: figuresParams,
  query: figuresQuery.extend({
    measure_name: z.enum([...FIGURE_TAGS, TRANSFERS_TAG]),
  }),
  body: nothing,
  bodyType: "none",
  answer: z.string(),
});
