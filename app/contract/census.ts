import { z } from "zod";
import { CENSUS_COLUMNS } from "~/domain/census/census-order";
import { FINDING_KINDS, type FindingKind } from "~/domain/census/findings";
import { isIsoDay } from "~/domain/calendar";
import { LEVELS } from "~/domain/places/hierarchy";
import { cell, figureCell, flagCell, nameCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { row } from "./plain-first";
import { flagParam, id, idParam, nothing, pageParam, residentId } from "./wire";

const count = z.number().int().nonnegative();

/** ISO 8601 in UTC. */
const momentCell = cell(z.string().datetime().nullable(), null);
const dayCell = cell(z.string().refine(isIsoDay).nullable(), null);

/** How many of each kind were found; null where the host does not look for that kind. */
const findingCounts = Object.fromEntries(
  FINDING_KINDS.map((kind) => [kind, figureCell]),
) as Record<FindingKind, typeof figureCell>;

/** How far the census of a facility can be trusted (R293). */
export const censusFacility = row({
  facility_id: id,
  facility_name: nameCell,
  /** The day through which the data are complete; null: nothing counts. */
  data_through: dayCell,
  /** When the newest message, and the newest movement, of its feed were said; null for a facility without. */
  last_message: momentCell,
  last_movement: momentCell,
  /** Movements a day, lately and in the 90 days before the newest one; null where there is no feed, or it is too young. */
  movements: figureCell,
  usual_movements: figureCell,
  /** True where so long a gap is hardly chance. */
  is_silent: flagCell,
  /** Residents in house at the end of the reach, and certified beds; null where they are not known. */
  residents: figureCell,
  beds: figureCell,
  /** Stays of the last year; those in doubt, with the transfers that no stay holds. */
  stays: figureCell,
  stays_in_doubt: figureCell,
  ...findingCounts,
});
export type CensusFacility = z.input<typeof censusFacility>;
export type ReadCensusFacility = DeepReadonly<z.output<typeof censusFacility>>;

/**
 * GET /census: how far the census of facilities can be trusted, in pages, in the order of a column, else those that are silent or have much
 * in doubt first, then by name; 204 where the viewer has none. Rank 2 and higher. `level` and `id` together: those of that place (403 or 404 where it is not the viewer's), else all of the
 * viewer's places. `page`: 0, 1, …; `next`: the page after it, null for the last.
 * `marked`: those alone that are silent or have much in doubt; a host that does not know it gives all.
 */
export const getCensus = endpoint({
  method: "GET",
  path: "/census",
  params: nothing,
  query: z
    .object({
      level: z.enum(LEVELS).exclude(["physician"]).optional(),
      id: idParam.optional(),
      isnp: flagParam.optional(),
      marked: flagParam.optional(),
      sort: z.enum(CENSUS_COLUMNS).optional(),
      dir: z.enum(["asc", "desc"]).optional(),
      page: pageParam.optional(),
    })
    .refine(
      ({ level, id: of }) => (level === undefined) === (of === undefined),
      {
        message: "level and id go together",
      },
    ),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.array(censusFacility),
    /** All facilities that are asked for, and those of them that are silent or have much in doubt. */
    facilities: count,
    marked: count,
    next: count.nullable(),
    /** Messages that wait, of which no facility is known; null for who sees only some places. */
    unplaced: count.nullable(),
    token: z.string().nullish(),
  }),
});

/** What is behind a count: a stay, a transfer with its stay, or messages that wait for the same reason. */
export const censusFinding = row({
  /** For GET /residents/{id}; left out by a host without that call. */
  resident_id: residentId.optional(),
  mrn: textCell.optional(),
  first_name: textCell.optional(),
  last_name: textCell.optional(),
  admitted_on: dayCell.optional(),
  /** Null while the stay is open, and where there is none. */
  discharged_on: dayCell.optional(),
  npi: figureCell.optional(),
  physician_name: textCell.optional(),
  transferred_on: dayCell.optional(),
  /** `inpatient`, `observation` or `ed_only`. */
  outcome: textCell.optional(),
  /** Whose word the row is: `feed`, or `census` for an import's. */
  word_of: textCell.optional(),
  /** Why messages wait, and how many; the other fields are null then. */
  reason: textCell.optional(),
  messages: figureCell.optional(),
});
export type CensusFinding = z.input<typeof censusFinding>;
export type ReadCensusFinding = DeepReadonly<z.output<typeof censusFinding>>;

/**
 * GET /census/list: the list behind a count of a facility, in pages as of {@link getCensus}; 204 for none. Lists of residents are open
 * to whoever may read lists of patients.
 */
export const getCensusList = endpoint({
  method: "GET",
  path: "/census/list",
  params: nothing,
  query: z.object({
    kind: z.enum(FINDING_KINDS),
    facility_id: idParam,
    isnp: flagParam.optional(),
    page: pageParam.optional(),
  }),
  body: nothing,
  bodyType: "none",
  answer: z.object({
    data: z.array(censusFinding),
    next: count.nullable(),
    token: z.string().nullish(),
  }),
});
