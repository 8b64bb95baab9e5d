import type { Kysely } from "kysely";
import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import {
  dayParam,
  id,
  levelParam,
  type DataThrough,
  type figuresParams,
  type figuresQuery,
} from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import {
  epochDayOf,
  isoDayOf,
  newYorkDay,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import { onceARequest } from "~server/access/once-a-request";
import { isIsnpOnly, type Subject } from "~server/access/scope";
import type { ApiDeps } from "~server/door/api-deps";
import { requireScope } from "./require-scope";
import { ReaderGone } from "~server/reading-limit";
import { NothingYet } from "~server/door/handler";
import { Refusal } from "~server/refusal";
import { readClocks } from "~server/store/facility-clocks";
import { noReadReplicas } from "~server/store/read-replicas";
import type { FacilityIds } from "~server/access/facilities";
import type { Schema } from "~server/store/schema";
import { readStateFor, versionKey } from "~server/measures/place-versions";
import type { Question } from "~server/measures/question";
import { openFigures, type StayFigures } from "~server/measures/stay-figures";

/** Days of a place or physician, both ends included. */
export const rangeInput = z.object({
  level: levelParam,
  id,
  startDate: dayParam,
  endDate: dayParam,
  isnp: z.boolean(),
  facilityId: id.optional(),
});

export function callOfRange<Asking>(
  ctx: Asking,
  { isnp, facilityId, ...params }: z.output<typeof rangeInput>,
) {
  return { ...ctx, params, query: { isnp, facility_id: facilityId } };
}

interface RangeCall {
  params: z.output<typeof figuresParams>;
  query: z.output<typeof figuresQuery>;
  viewer: Viewer;
}

interface FiguresCall extends RangeCall {
  userId: number;
  signal: AbortSignal;
}

export interface OpenQuestion {
  db: Kysely<Schema>;
  question: Question;
  figures: StayFigures;
}

interface AnswerInputs {
  facilityIds?: FacilityIds;
  endDate?: IsoDay;
  only?: readonly number[] | undefined;
  /** Silent facilities and their last day with data, by id. */
  silent?: readonly (readonly [facilityId: number, since: IsoDay])[];
  phases?: number;
  /** Version of the reviews counted: they change independently of the data. */
  reviews?: number;
  /** Compare only facilities whose data begin by this day (R496). */
  begunBy?: EpochDay;
}

interface Dated<Data> {
  data: Data;
  lastUpdated: string | null;
  data_version: string;
  data_through: DataThrough | null;
}

type Effective<Data> = Omit<Dated<Data>, "lastUpdated" | "data_version"> & {
  data_effective_tstamp: string | null;
};

/**
 * Checks access, ends the range today, and caches the answer until the day or its data change. Null (204) for a future
 * range and if `compute` finds nothing. Throws 403, 404, and 400 for a range that ends before it starts.
 *
 * @param also everything else the answer depends on
 */
export async function answerFigures<Data extends object>(
  ...args: Parameters<typeof findFigures<Data>>
): Promise<Dated<DeepReadonly<Data>> | null> {
  return datedOf(await findFigures(...args));
}

/** Like {@link answerFigures}; if the range lies after the data cut-off, the empty answer names it (R499). */
export async function answerWithinReach<Data extends object>(
  ...args: Parameters<typeof findFigures<Data>>
): Promise<Dated<DeepReadonly<Data>> | NothingYet | null> {
  const found = await findFigures(...args);
  const answer = datedOf(found);
  const last = found?.data_through?.latest;
  const [, , { params }] = args;
  if (answer || last === undefined || last >= params.startDate) return answer;
  return new NothingYet(last);
}

function datedOf<Data>(found: Dated<Data | null> | null): Dated<Data> | null {
  return found && found.data !== null ? { ...found, data: found.data } : null;
}

async function findFigures<Data extends object>(
  deps: ApiDeps,
  noun: string,
  call: FiguresCall,
  compute: (asked: OpenQuestion) => Promise<Data | null>,
  also: AnswerInputs = {},
): Promise<Dated<DeepReadonly<Data> | null> | null> {
  const question = await questionOf(deps, call);
  if (!question) return null;

  const { db } = deps.store;
  const { facilityIds, place } = question;
  const of = also.facilityIds
    ? { facilityIds: also.facilityIds }
    : { facilityIds, place };
  const found = await onceARequest(call.viewer, db, ["state", of], () =>
    readStateFor(db, of),
  );
  const { state } = found;
  const { level, id } = call.params;
  const data_version = versionKey(found);
  const { lastUpdated } = state;
  const asked = [noun, level, id, question, data_version, also];
  const { userId, signal } = call;
  // A standby has the same data, but perhaps not the same reviews.
  const readers =
    also.reviews === undefined ? deps.replicas : noReadReplicas(db);
  const { data, data_through } = await retryWhenAborted(signal, () =>
    deps.cache.remember(asked, () =>
      deps.readings.whenFree(question, { userId, signal }, () =>
        readers.read(state, async (read) => {
          const figures = await openFigures(read, question, also.begunBy);
          return {
            data: await compute({ db: read, question, figures }),
            data_through: dataThroughOf(figures),
          };
        }),
      ),
    ),
  );
  return { data, lastUpdated, data_version, data_through };
}

/** The data cut-off of the facilities behind figures (R245); null if there is none. */
export function dataThroughOf({ reach }: StayFigures): DataThrough | null {
  return (
    reach && {
      earliest: reach.earliest === null ? null : isoDayOf(reach.earliest),
      latest: isoDayOf(reach.latest),
    }
  );
}

/** Retries if the caller who was computing the same answer left, which aborted it. */
async function retryWhenAborted<Answer>(
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ReaderGone) || signal.aborted) throw error;
    }
  }
}

/** Like {@link answerFigures}, for calls that name the import time `data_effective_tstamp`. */
export async function answerEffective<Data extends object>(
  ...args: Parameters<typeof answerFigures<Data>>
): Promise<Effective<DeepReadonly<Data>> | null> {
  const answer = await answerFigures(...args);
  if (!answer) return null;
  const { lastUpdated, data_version: _, ...rest } = answer;
  return { ...rest, data_effective_tstamp: lastUpdated };
}

/** Null for a future range; throws like {@link answerFigures}. */
export async function questionOf(
  deps: ApiDeps,
  { params, query, viewer }: RangeCall,
): Promise<Question | null> {
  if (params.endDate < params.startDate) {
    throw new Refusal(400, "The end date is before the start date.");
  }
  const scope = await requireScope(deps, viewer, {
    level: params.level,
    id: params.id,
    facilityId: query.facility_id,
  });

  const today = epochDayOf(await todayAt(deps, viewer, params));
  const question: Question = {
    facilityIds: scope.facilityIds,
    ...placeOf(params, query),
    npi: scope.npi,
    isnp: isIsnpOnly(viewer, query.isnp),
    from: epochDayOf(params.startDate),
    to: Math.min(epochDayOf(params.endDate), today),
  };
  return question.to < question.from ? null : question;
}

/** Today at a facility by its own clock, elsewhere in New York (R491). */
export async function todayAt(
  { store: { db }, clock }: Pick<ApiDeps, "store" | "clock">,
  viewer: Viewer,
  { level, id }: Subject,
): Promise<IsoDay> {
  const now = clock();
  if (level !== "facility") return newYorkDay(now);
  const clocks = await onceARequest(viewer, db, ["clock", id], () =>
    readClocks(db, now, [id]),
  );
  return isoDayOf(clocks.todayAt(id));
}

/** The place of the figures; empty if the facility ids suffice. */
export function placeOf(
  { level, id }: Pick<RangeCall["params"], "level" | "id">,
  { facility_id }: Pick<RangeCall["query"], "facility_id">,
): Pick<Question, "place"> {
  const isPlace = level === "division" || level === "region";
  return isPlace && facility_id === undefined ? { place: { level, id } } : {};
}
