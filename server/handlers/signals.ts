import type { z } from "zod";
import { getSignals, postSignalVisit } from "~/contract/signals";
import { isoDayOf } from "~/domain/calendar";
import type { Level } from "~/domain/places/hierarchy";
import {
  newSignals,
  signalsIn,
  type KnownSignals,
  type PlaceSignal,
} from "~/domain/signals/visits";
import { shownMonths } from "~server/measures/graph-months";
import { readPhasesEdition } from "~server/measures/phases-of-places";
import { readSignals } from "~server/measures/signals/signal-rows";
import { keepVisit } from "~server/users/signal-visits";
import { Refusal } from "~server/refusal";
import { answerFigures, todayAt } from "./answer-figures";
import type { ApiDeps } from "~server/door/api-deps";
import { silentFacilities } from "./silent-facilities";
import { register, type Doors } from "~server/door/doors";
import type { Call } from "~server/door/handler";

/** What the newest months of a place or physician and of its children say (R367), and what of it is new; 204 where there is nothing to count. */
export function registerSignals(doors: Doors, deps: ApiDeps): void {
  register(doors, getSignals, (call) => answerSignals(deps, call));

  register(doors, postSignalVisit, async (call) => {
    const found = new Map<string, Looked>();
    for (const place of call.body.places) {
      const params = { ...place, endDate: await todayAt(deps, place) };
      const asked = { ...call, params, query: {} };
      const answer = await answerSignals(deps, asked).catch(noneWhereRefused);
      if (!answer) continue;
      const { level, id } = place;
      const signals = signalsIn(answer.data);
      found.set(`${level}/${id}`, { level, id, signals });
    }
    const seen: KnownSignals = {};
    for (const [place, { signals }] of found) {
      seen[place] = signals.map(({ key }) => key);
    }
    const visit = await keepVisit(deps.store, call, seen);
    const data = Array.from(found, ([place, { signals, ...named }]) => ({
      ...named,
      signals: signals.length,
      fresh: newSignals(visit, place, signals).map(({ child, graph }) => ({
        child,
        graph,
      })),
    }));
    return { data };
  });
}

/** An account may name places that an import has taken away; the others have news all the same. */
function noneWhereRefused(error: unknown): null {
  const isGone =
    error instanceof Refusal && (error.status === 403 || error.status === 404);
  if (isGone) return null;
  throw error;
}

interface Looked {
  level: Level;
  id: number;
  signals: PlaceSignal[];
}

type SignalsCall = Pick<
  Call<
    z.output<typeof getSignals.params>,
    z.output<typeof getSignals.query>,
    unknown
  >,
  "params" | "query" | "viewer" | "userId" | "signal"
>;

async function answerSignals(deps: ApiDeps, call: SignalsCall) {
  const { endDate, level, id } = call.params;
  const [first] = shownMonths(endDate);
  const startDate = first ? isoDayOf(first.firstDay) : endDate;
  const { facility_id: facilityId } = call.query;
  const silent = await silentFacilities(deps, call.viewer, {
    level,
    id,
    ...(facilityId !== undefined && { facilityId }),
  });
  const phases = await readPhasesEdition(deps.store.db);
  return answerFigures(
    deps,
    "signals",
    { ...call, params: { ...call.params, startDate } },
    ({ db, question, figures }) =>
      readSignals({
        ...{ db, level, id, question, figures, endDate },
        primary: deps.store.db,
        silent: new Map(silent),
        memory: deps.signals,
      }),
    { endDate, silent, phases },
  );
}
