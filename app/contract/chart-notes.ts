import { z } from "zod";
import { NOTE_KINDS, NOTE_LEVELS } from "~/domain/chart-notes/note-kinds";
import { isIsoDay } from "~/domain/calendar";
import { GRAPH_TAGS } from "~/domain/graphs/rate-graphs";
import { textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { flagParam, id, idParam, nothing } from "./wire";

const day = z.string().refine(isIsoDay, "expected a date as yyyy-MM-dd");
const measure = z
  .string()
  .max(40)
  .transform((tag) => GRAPH_TAGS.find((one) => one === tag));

/** Something that people have written on the charts of a place (R375). */
const chartNote = z.object({
  id,
  kind: z.enum(NOTE_KINDS),
  /** Where it was written; events come from places above too. */
  level: z.enum(NOTE_LEVELS),
  place_id: id,
  /** Null for the company. */
  place_name: textCell,
  /** Tags of the graphs that it is about; a newer host may have others. */
  measures: z
    .array(measure)
    .transform((tags) => tags.filter((tag) => tag !== undefined)),
  /** The day of an event; the first day of a phase. */
  from: day,
  text: z.string().max(1_000),
  version: z.number().int().positive(),
  author: z.string(),
  added_at: z.string().datetime(),
  ended_by: z.string().nullable(),
  /** Null where it is in force. */
  ended_at: z.string().datetime().nullable(),
});
export type SentChartNote = z.input<typeof chartNote>;
export type ChartNote = DeepReadonly<z.output<typeof chartNote>>;

const place = z.object({ level: z.enum(NOTE_LEVELS), id: idParam });

/**
 * GET /chart-notes/{level}/{id}: events of a place and of those above it, and its phases, in the order in
 * which they were written. `ended`: those too that were ended, the latest 100.
 */
export const getChartNotes = endpoint({
  method: "GET",
  path: "/chart-notes/:level/:id",
  params: place,
  query: z.object({ ended: flagParam.optional() }),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.object({ notes: z.array(chartNote), may_write: z.boolean() }),
    token: z.string().nullish(),
  }),
});

/**
 * POST /chart-notes/{level}/{id}: adds an event, or begins a phase with the month of `from`. 400 with the field for what cannot be. For users of the place, or of one above it, up to administrators.
 */
export const postChartNote = endpoint({
  method: "POST",
  path: "/chart-notes/:level/:id",
  params: place,
  query: nothing,
  body: z.object({
    kind: z.enum(NOTE_KINDS),
    measures: z.array(z.enum(GRAPH_TAGS)).max(5),
    from: z.string().max(40),
    text: z.string().max(1_000),
  }),
  bodyType: "json",
  answer: z.unknown(),
});

/**
 * POST /chart-notes/{level}/{id}/end: ends what was written on the charts of that very place. 404 where nothing is, 409 where
 * `version` is not the newest, or it was ended before.
 */
export const endChartNote = endpoint({
  method: "POST",
  path: "/chart-notes/:level/:id/end",
  params: place,
  query: nothing,
  body: z.object({ note_id: id, version: z.number().int() }),
  bodyType: "json",
  answer: z.unknown(),
});
