import { z } from "zod";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import { VARIATIONS } from "~/domain/signals/variation";
import { cell, figureCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { plainFirst, row } from "./plain-first";
import {
  dated,
  dayParam,
  figuresQuery,
  id,
  idParam,
  levelParam,
  nothing,
} from "./wire";

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

function isMonth(value: unknown): value is string {
  return typeof value === "string" && MONTH.test(value);
}

const month = z.string().regex(MONTH, "expected a month as yyyy-MM");

/** What the newest judged month of a measure says, as the graph of its months judges it (R367). */
const signal = row({
  /** Of `month`, the newest judged month that has a value; percent, or per 1,000. */
  value: figureCell,
  /** What the value is over: admissions from hospital, or long-stay days. */
  denominator: figureCell,
  month: cell(
    month.nullable(),
    null,
    (value) => value === null || isMonth(value),
  ),
  /** One that is not known says nothing. */
  variation: cell(z.enum(VARIATIONS), "too_few" as const, (value) =>
    VARIATIONS.some((one) => one === value),
  ),
  /** The months that make it so, oldest first; none for `usual` and `too_few`. */
  months: plainFirst(
    z.array(month).max(100),
    (value) => Array.isArray(value) && value.every(isMonth),
  ),
});

const cells = z.object({
  rth_30: signal,
  ed_30: signal,
  hosp_1000: signal,
  ed_1000: signal,
  adm_1000: signal,
});
export type SignalCells = DeepReadonly<z.output<typeof cells>>;

const signalRow = row({
  id,
  /** Of a place. */
  name: textCell.optional(),
  /** Of a physician; row id 0 are the stays without one. */
  physician_first_name: textCell.optional(),
  physician_last_name: textCell.optional(),
  credentials: textCell.optional(),
  signals: cells,
});
export type SignalRow = DeepReadonly<z.output<typeof signalRow>>;

const signals = z.object({
  /** Those of the place or physician itself. */
  own: cells,
  /** Those of its children, by name; none for a physician, whose children are patients. */
  rows: z.array(signalRow),
});
export type Signals = DeepReadonly<z.output<typeof signals>>;

/**
 * GET /api/signals/…: what the newest judged months say, of a place or physician and of each of its children; 204 where there is nothing to
 * count. The months end with `endDate`, as those of the graphs do. 403 and 404 as for figures.
 */
export const getSignals = endpoint({
  method: "GET",
  path: "/api/signals/:level/:id/:endDate/",
  params: z.object({ level: levelParam, id: idParam, endDate: dayParam }),
  query: figuresQuery,
  body: nothing,
  bodyType: "none",
  answer: dated(signals),
});

const MOST_PLACES = 100;

/**
 * POST /api/signals/visit/: says that the user looks at the signals of some places today, and tells which are new since their visit
 * before (R372). 403 and 404 as for figures. A place without anything to count is left out.
 */
export const postSignalVisit = endpoint({
  method: "POST",
  path: "/api/signals/visit/",
  params: nothing,
  query: nothing,
  body: z.object({
    places: z
      .array(z.object({ level: levelParam, id }))
      .min(1)
      .max(MOST_PLACES),
  }),
  bodyType: "json",
  answer: z.object({
    data: z.array(
      z.object({
        level: levelParam,
        id,
        /** How many there are of the place and of its children. */
        signals: z.number().int().nonnegative(),
        /** The new ones among them; `child` is null for the place itself. */
        fresh: z.array(
          z.object({ child: id.nullable(), graph: z.enum(GRAPH_TAGS) }),
        ),
      }),
    ),
    token: z.string().nullish(),
  }),
});
