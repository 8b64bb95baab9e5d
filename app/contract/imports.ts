import { z } from "zod";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dayParam, id, idParam, nothing } from "./wire";

const count = z.number().int().nonnegative();

/**
 * One kind of finding in a file: what it is, how often and where first. It never holds a cell, which might be a name.
 */
export const findingGroup = z.object({
  file: z.string(),
  /** Header name of the column, or "row" for what concerns the whole row. */
  column: z.string(),
  message: z.string(),
  count,
  /** The first lines of the file where it was found. */
  lines: z.array(count),
});

/** What an import did, or why it did nothing (R264). */
export const importRecord = z.object({
  /** Grows with time. */
  id,
  /** What was imported: a census, star ratings, CMS measures or the list of reports; a newer host may know more. */
  kind: z.string().min(1),
  /** ISO 8601 in UTC. Of one that is unfinished, `ended_at` is its last sign of life. */
  started_at: z.string().datetime(),
  ended_at: z.string().datetime(),
  /** Account and machine on which the command ran. */
  started_by: z.string(),
  /**
   * `stored`, `unchanged`, `refused` or `failed`. Of `unfinished` and `interrupted` some rows are stored: the first is at work or
   * was killed, the second has ended. A newer host may know more.
   */
  outcome: z.string().min(1),
  /** Whether rows that the files did not hold were to go. */
  is_replacement: z.boolean(),
  /** The day through which the data are complete by this import, `yyyy-MM-dd`; null where it says nothing of it. */
  data_through: dayParam.nullable(),
  files: z.array(
    z.object({ name: z.string(), bytes: count, sha256: z.string() }),
  ),
  tables: z.array(
    z.object({
      name: z.string(),
      added: count,
      changed: count,
      unchanged: count,
      removed: count,
    }),
  ),
  problems: z.array(findingGroup),
  warnings: z.array(findingGroup),
});
export type ImportRecord = DeepReadonly<z.output<typeof importRecord>>;

/**
 * GET /imports: the imports, newest first, a page of them; 204 for none. Rank 7 only. `before`: those older than that one.
 * `next`: the `before` of the following page, null where this is the last.
 */
export const getImports = endpoint({
  method: "GET",
  path: "/imports",
  params: nothing,
  query: z.object({ before: idParam.optional() }),
  body: nothing,
  bodyType: "none",
  answer: z.object({ data: z.array(importRecord), next: id.nullable() }),
});
