import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { dayParam, id, levelParam } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import {
  epochDayOf,
  isoDayOf,
  mondayBefore,
  type IsoDay,
} from "~/domain/calendar";
import type { GraphTag } from "~/domain/graphs/rate-graphs";
import { childLevelOf, type Level } from "~/domain/places/hierarchy";
import { rowsBelow, SIGNAL_LEVELS } from "~/features/signals/rules/own-places";
import {
  newSignals,
  signalsIn,
  type KnownSignals,
  type PlaceSignal,
  continueVisit,
  type SignalVisit,
} from "~/features/signals/rules/visits";
import { judgeTargets, type TargetsOfMeasures } from "~/features/targets/rules";
import { readFeeds } from "~server/data-quality/service";
import type { ApiDeps } from "~server/door/api-deps";
import { service, type Ctx } from "~server/door/services";
import { answerFigures, todayAt } from "~server/handlers/answer-figures";
import { requireScope } from "~server/handlers/require-scope";
import { readPlaces } from "~server/measures/child-places";
import { shownMonths } from "~server/measures/graph-months";
import { readPhasesEdition } from "~server/measures/phases-of-places";
import type { SignalCells } from "~server/measures/signals/signal-cells";
import {
  readSignals,
  type SignalRow,
  type Signals,
} from "~server/measures/signals/signal-rows";
import { Refusal, signedOut } from "~server/refusal";
import {
  readTargets,
  readTargetsOf,
  type SetTarget,
} from "~server/targets/read-targets";
import type { Store } from "../store/open-store";

export type { SignalCells };
export type SignalOfChild = DeepReadonly<
  SignalRow & { targets: TargetsOfMeasures }
>;
export type SignalsOfPlace = DeepReadonly<
  Pick<Signals, "own"> & { ownTargets: TargetsOfMeasures }
> & {
  rows: readonly SignalOfChild[];
};

/**
 * Newest months of a place and its children, or all `facilities` below (R367), up to the month of `endDate`; null if
 * empty. 403 and 404 as for figures.
 */
export const listSignals = service({
  name: "signals",
  input: z.object({
    place: z.object({ level: z.enum(SIGNAL_LEVELS), id }),
    endDate: dayParam,
    isnp: z.boolean().optional(),
    facilities: z.boolean().optional(),
  }),
  async run(ctx, { place, ...asked }) {
    const answer = await findSignals(ctx, place, asked);
    if (!answer) return null;
    const { facilities = false, endDate } = asked;
    const { db } = ctx.deps.store;
    const level = childLevelOf(rowsBelow(place.level, facilities));
    const ids = answer.data.rows.map((row) => row.id);
    const [targetsOf, targetsOfPlace] = await Promise.all([
      readTargetsOf(db, level, ids),
      readTargets(db, place.level, [place.id]),
    ]);
    const judge = (targets: readonly SetTarget[], signals: SignalCells) =>
      judgeTargets(targets, endDate, (measure) => signals[measure].limits);
    const { own } = answer.data;
    const ownTargets = judge(targetsOfPlace.get(place.id) ?? [], own);
    const rows = answer.data.rows.map((row) => ({
      ...row,
      targets: judge(targetsOf.get(row.id) ?? [], row.signals),
    }));
    return { ...answer, data: { own, ownTargets, rows } };
  },
});

const MOST_PLACES = 100;

/** `child` is null for the place itself. */
interface NamedSignal {
  child: number | null;
  graph: GraphTag;
}

export interface SignalNews extends Place {
  fresh: NamedSignal[];
  unusual: NamedSignal[];
}

/** Records today's visit and returns signals new since the last one (R372). Omits places out of view. */
export const visitSignals = service({
  name: "signals/visit",
  input: z.object({
    places: z.array(z.object({ level: levelParam, id })).max(MOST_PLACES),
  }),
  async run(ctx, { places }) {
    const found = new Map<string, Place & { signals: PlaceSignal[] }>();
    for (const place of places) {
      const endDate = await todayAt(ctx.deps, ctx.viewer, place);
      const answer = await findSignals(ctx, place, { endDate }).catch(
        noneWhereRefused,
      );
      if (!answer) continue;
      const signals = signalsIn(answer.data);
      found.set(`${place.level}/${place.id}`, { ...place, signals });
    }
    const seen: KnownSignals = {};
    for (const [place, { signals }] of found) {
      seen[place] = signals.map(({ key }) => key);
    }
    const visit = await keepVisit(ctx.deps.store, ctx, seen);
    return {
      news: Array.from(found, ([place, { signals, ...named }]): SignalNews => ({
        ...named,
        fresh: newSignals(visit, place, signals).map(nameSignal),
        unusual: signals.filter(({ isUnusual }) => isUnusual).map(nameSignal),
      })),
    };
  },
});

function nameSignal({ child, graph }: PlaceSignal): NamedSignal {
  return { child, graph };
}

/** An account may name places that an import has removed; skip these. */
export function noneWhereRefused(error: unknown): null {
  const isGone =
    error instanceof Refusal && (error.status === 403 || error.status === 404);
  if (isGone) return null;
  throw error;
}

interface Place {
  level: Level;
  id: number;
}

/** Also for the job that judges charts before anybody asks. */
export type SignalsCtx = Pick<Ctx, "deps" | "viewer" | "userId" | "signal">;

export async function findSignals(
  { deps, ...ctx }: SignalsCtx,
  place: Place,
  {
    endDate,
    isnp,
    facilities = false,
    only,
  }: {
    endDate: IsoDay;
    isnp?: boolean | undefined;
    facilities?: boolean | undefined;
    /** Leaves out all other rows. */
    only?: readonly number[];
  },
) {
  const [first] = shownMonths(endDate);
  const startDate = first ? isoDayOf(first.firstDay) : endDate;
  const parent = rowsBelow(place.level, facilities);
  const silent = await silentFacilities(deps, ctx.viewer, place, parent);
  const phases = await readPhasesEdition(deps.store.db);
  const today = epochDayOf(await todayAt(deps, ctx.viewer, place));
  const end = epochDayOf(endDate);
  // What changed since Monday compares with the day before it.
  const isStored = end <= today && end >= mondayBefore(today) - 1;
  return answerFigures(
    deps,
    `signals below a ${parent}`,
    { ...ctx, params: { ...place, startDate, endDate }, query: { isnp } },
    ({ db, question, figures }) =>
      readSignals({
        ...{ ...place, parent, db, question, figures, endDate },
        primary: deps.store.db,
        silent: new Map(silent),
        memory: deps.signals,
        isStored,
        only,
      }),
    { endDate, silent, phases, only },
  );
}

/**
 * Silent facilities and their last day with data (R300); larger places and physicians ignore it. `parent` is the level
 * of the listed children.
 */
export async function silentFacilities(
  deps: ApiDeps,
  viewer: Viewer,
  place: Place,
  parent: Level,
): Promise<(readonly [facilityId: number, since: IsoDay])[]> {
  if (parent !== "region" && parent !== "facility") return [];
  const scope = await requireScope(deps, viewer, place);
  const facilities = await readPlaces(deps.store.db, "region", scope);
  const feeds = await readFeeds(
    deps,
    facilities.map(({ id }) => id),
  );
  return [...feeds].flatMap(([facility, { silent_since, last_movement_on }]) =>
    silent_since !== null && last_movement_on !== null
      ? [[facility, last_movement_on] as const]
      : [],
  );
}

/** Marks the row of a first visit that is being stored. */
const NEVER = "";

const known = z.record(z.array(z.string()));

/** Returns their visit. Names no residents, and is deleted with the user. */
async function keepVisit(
  { db, dialect }: Store,
  user: { userId: number; sessionId: string },
  seen: KnownSignals,
): Promise<SignalVisit> {
  return db.transaction().execute(async (trx) => {
    const session = await trx
      .selectFrom("sessions")
      .where("id", "=", user.sessionId)
      .select("created_at")
      .executeTakeFirst();
    // The session ended in the meantime.
    if (!session) throw signedOut();
    // Two concurrent first visits wait for each other here.
    await trx
      .insertInto("signal_visits")
      .values({
        user_id: user.userId,
        signed_in_at: NEVER,
        known_before: "{}",
        known_now: "{}",
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await trx
      .selectFrom("signal_visits")
      .where("user_id", "=", user.userId)
      .selectAll()
      .$if(dialect === "postgres", (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    const stored = row.signed_in_at === NEVER ? null : visitOf(row);
    const visit = continueVisit(stored, session.created_at, seen);
    const values = {
      signed_in_at: visit.signedInAt,
      known_before: JSON.stringify(visit.before),
      known_now: JSON.stringify(visit.now),
    };
    const isStored =
      row.signed_in_at === values.signed_in_at &&
      row.known_now === values.known_now;
    if (isStored) return visit;
    await trx
      .updateTable("signal_visits")
      .set(values)
      .where("user_id", "=", user.userId)
      .execute();
    return visit;
  });
}

function visitOf(row: {
  signed_in_at: string;
  known_before: string;
  known_now: string;
}): SignalVisit {
  return {
    signedInAt: row.signed_in_at,
    before: known.parse(JSON.parse(row.known_before)),
    now: known.parse(JSON.parse(row.known_now)),
  };
}
