import { z } from "zod";
import { isIsoDay } from "~/domain/calendar";
import { LONG_GRAPH_MONTHS } from "~/domain/graphs/graph-modes";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { cell, figureCell, tellUnread } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dayParam, effective, figuresQuery, idParam, levelParam } from "./wire";

/** Months in a graph series, oldest first (R109); a long one has more (R382). */
export const GRAPH_MONTHS = 18;

/** A month's number, or its name in any language; no signs of markup, since it ends in pictures and tooltips. */
const month = z.union([
  z.number().int().min(1).max(12),
  z.string().regex(/^[\p{L}\p{M}\p{N} .]{1,20}$/u, "expected a month"),
]);

type Points = (number | null)[];

/** A line that cannot be read has no points. */
const points = cell<z.ZodArray<typeof figureCell>, Points>(
  z.array(figureCell),
  [],
);

const lines = z.object({ rolling: points, mom: points });

/** One line of a graph: the 12 months ending with each month, and each month alone. */
const series = cell<typeof lines, { rolling: Points; mom: Points }>(lines, {
  rolling: [],
  mom: [],
});

/** The days of the events behind a graph, and what was counted from its first month through each. */
const eventDays = z.object({
  days: z.array(z.string().refine(isIsoDay)),
  /** Admissions or long-stay days; not positive for the last event before the first month. */
  counted: z.array(z.number()),
});
export type EventDays = DeepReadonly<z.output<typeof eventDays>>;

/** A measure with unreadable events is judged by its months instead. */
const eventsOfMeasure = cell(
  eventDays
    .refine(
      ({ days, counted }) =>
        days.length === counted.length && isRising(counted),
      "expected a rising number for each day",
    )
    .nullable(),
  null,
).optional();

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((one, index) => one >= (numbers[index - 1] ?? one));
}

const answer = z.object({
  short_stays: z.object({
    rth_30: series,
    ed_30: series,
    /** The months are those of its points. */
    admission_events: lines.extend({
      rolling: z.array(figureCell).min(1),
    }),
  }),
  long_stays: z.object({
    hosp_1000: series,
    ed_1000: series,
    adm_1000: series,
    inpatient_events: series,
    outpatient_events: series,
    period_doc: series,
  }),
  /** Month by month, for the trends of the overview card; an API host may leave them out. */
  general: z
    .object({
      patient_count: points,
      days_of_care: points,
      snf_adm: points,
      /** All admissions from hospital; `admission_events` are the settled ones of a host that knows them (R79). */
      ach_adm: points.optional(),
    })
    .nullish(),
  /** Only measures with few events; an API host may leave them out (R362). */
  events: cell(
    z
      .object({
        rth_30: eventsOfMeasure,
        ed_30: eventsOfMeasure,
        hosp_1000: eventsOfMeasure,
        ed_1000: eventsOfMeasure,
        adm_1000: eventsOfMeasure,
      })
      .nullable(),
    null,
  ).optional(),
  months: z.array(month),
  years: z.array(
    z.union([
      z.number().int(),
      z
        .string()
        .regex(/^\d{4}$/)
        .transform(Number),
    ]),
  ),
});

/** Empties a line of another length, because its points cannot be matched to months (R114). */
export const graphs = answer
  .refine(
    ({ months, short_stays }) =>
      short_stays.admission_events.rolling.length === months.length,
    "expected a point for each month",
  )
  .transform((read) => {
    for (const [path, line] of linesOf(read)) {
      if (line.length === 0 || line.length === read.months.length) continue;
      tellUnread(path);
      line.length = 0;
    }
    return read;
  });
export type Graphs = DeepReadonly<z.output<typeof graphs>>;

function linesOf({
  short_stays,
  long_stays,
  general,
}: z.infer<typeof answer>): [path: string, line: Points][] {
  const found: [string, Points][] = [];
  for (const [stays, group] of Object.entries({ short_stays, long_stays })) {
    for (const [name, { rolling, mom }] of Object.entries(group)) {
      found.push([`${stays}.${name}.rolling`, rolling]);
      found.push([`${stays}.${name}.mom`, mom]);
    }
  }
  for (const [name, counts] of Object.entries(general ?? {})) {
    found.push([`general.${name}`, counts]);
  }
  return found;
}

export function seriesOf(
  { short_stays: short, long_stays: long }: Graphs,
  graph: GraphTag,
) {
  return graph === "rth_30" || graph === "ed_30"
    ? { rates: short[graph], denominators: short.admission_events }
    : { rates: long[graph], denominators: long.period_doc };
}

/** `months`: 36 instead of 18; a host may not know it, and answer 18. */
export const getGraphs = endpoint({
  path: "/api/new_graphs/:level/:id/:endDate/",
  params: z.object({ level: levelParam, id: idParam, endDate: dayParam }),
  query: figuresQuery.extend({
    months: z
      .enum([`${GRAPH_MONTHS}`, `${LONG_GRAPH_MONTHS}`])
      .transform(Number)
      .optional(),
  }),
  answer: effective(graphs),
});
