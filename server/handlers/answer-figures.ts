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
import {
  readStateFor,
  versionKey,
  type StateOfQuestion,
} from "~server/measures/place-versions";
import type { Question } from "~server/measures/question";
import { openFigures, type StayFigures } from "~server/measures/stay-figures";

/** The days of a place or physician, both ends included, as services take them. */
export const rangeInput = z.object({
  level: levelParam,
  id,
  startDate: dayParam,
  endDate: dayParam,
  isnp: z.boolean(),
  facilityId: id.optional(),
});

/** What {@link rangeInput} asks, as a call for figures. */
export function callOfRange<Asking>(
  ctx: Asking,
  {
    isnp,
    facilityId,
    level,
    id: placeId,
    startDate,
    endDate,
  }: z.output<typeof rangeInput>,
) {
  return {
    ...ctx,
    params: { level, id: placeId, startDate, endDate },
    query: { isnp, facility_id: facilityId },
  };
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

interface AlsoAsked {
  /** The facilities whose data it is made of, where there are more than those of the question. */
  facilityIds?: FacilityIds;
  endDate?: IsoDay;
  /** The last days of which silent facilities have told, by their ids. */
  silent?: readonly (readonly [facilityId: number, since: IsoDay])[];
  /** The edition of the phases that it is judged by. */
  phases?: number;
  /** The edition of the reviews that it counts: these change while the data stay as they are. */
  reviews?: number;
  /** The day that all data have to begin by, so that all facilities are compared (R496). */
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
 * Answers a call for figures. Checks what the viewer may see, ends the range today, and remembers the answer until the day
 * or the data of its places change. Null (204) for a range in the future, and where `compute` finds nothing. Refuses what the
 * viewer may not see (403), what is unknown (404) and a range that ends before it starts (400).
 *
 * @param noun names what is computed
 * @param also everything else that the answer depends on
 */
export async function answerFigures<Data extends object>(
  ...args: Parameters<typeof findFigures<Data>>
): Promise<Dated<DeepReadonly<Data>> | null> {
  return datedOf(await findFigures(...args));
}

/** As {@link answerFigures}; where the range lies beyond the reach of the data, the empty answer names their last day (R499). */
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
  also: AlsoAsked = {},
): Promise<Dated<DeepReadonly<Data> | null> | null> {
  const question = await questionOf(deps, call);
  if (!question) return null;

  const found = await stateFor(deps, call.viewer, also, question);
  const { state } = found;
  const { level, id } = call.params;
  const data_version = versionKey(found);
  const { lastUpdated } = state;
  const asked = [noun, level, id, question, data_version, also];
  const { userId, signal } = call;
  // A standby is as new as the data. Reviews change without them.
  const readers =
    also.reviews === undefined ? deps.replicas : noReadReplicas(deps.store.db);
  const { data, data_through } = await whileAsked(signal, () =>
    deps.cache.remember(asked, () =>
      deps.readings.whenFree(question, { userId, signal }, () =>
        readers.read(state, async (db) => {
          const figures = await openFigures(db, question, also.begunBy);
          return {
            data: await compute({ db, question, figures }),
            data_through: dataThroughOf(figures),
          };
        }),
      ),
    ),
  );
  return { data, lastUpdated, data_version, data_through };
}

function stateFor(
  { store: { db } }: ApiDeps,
  viewer: Viewer,
  also: AlsoAsked,
  { facilityIds, place }: Question,
): Promise<StateOfQuestion> {
  const of = also.facilityIds
    ? { facilityIds: also.facilityIds }
    : { facilityIds, place };
  return onceARequest(viewer, db, ["state", of], () => readStateFor(db, of));
}

/** How far the data of the facilities reach that figures are of (R245); null where none of them reach a day. */
export function dataThroughOf({ reach }: StayFigures): DataThrough | null {
  return (
    reach && {
      earliest: reach.earliest === null ? null : isoDayOf(reach.earliest),
      latest: isoDayOf(reach.latest),
    }
  );
}

/** Asks again where whoever had asked the same before has left, which ended that reading. */
async function whileAsked<Answer>(
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

/** As {@link answerFigures}, for the calls that name the time of the data `data_effective_tstamp`. */
export async function answerEffective<Data extends object>(
  ...args: Parameters<typeof answerFigures<Data>>
): Promise<Effective<DeepReadonly<Data>> | null> {
  const answer = await answerFigures(...args);
  if (!answer) return null;
  const { lastUpdated, data_version: _, ...rest } = answer;
  return { ...rest, data_effective_tstamp: lastUpdated };
}

/**
 * The question of a call: what the viewer may see of its subject, and its range, ended today. Null for a range in the
 * future. Refuses as {@link answerFigures} does.
 */
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

/** Which day is today where figures are asked for: a facility's own, elsewhere New York's (R491). */
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

/** The place whose figures are asked for; nothing where the facilities say it. */
export function placeOf(
  { level, id }: Pick<RangeCall["params"], "level" | "id">,
  { facility_id }: Pick<RangeCall["query"], "facility_id">,
): Pick<Question, "place"> {
  const isPlace = level === "division" || level === "region";
  return isPlace && facility_id === undefined ? { place: { level, id } } : {};
}
