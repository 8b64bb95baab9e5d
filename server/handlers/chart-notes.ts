import {
  endChartNote,
  getChartNotes,
  postChartNote,
} from "~/contract/chart-notes";
import { LONG_GRAPH_MONTHS } from "~/domain/graphs/graph-modes";
import type { Viewer } from "~/domain/access/viewer";
import {
  epochDayOf,
  firstOfNextMonth,
  isoDayOf,
  newYorkDay,
  type IsoDay,
} from "~/domain/calendar";
import { mayWriteNotes } from "~/domain/chart-notes/chart-note";
import {
  noteProblem,
  tooFewToFreeze,
  unsettledProblem,
  type WantedNote,
} from "~/domain/chart-notes/note-problems";
import { earlierOf, lastSettledMonth } from "~/domain/graphs/whole-months";
import { isIsnpOnly } from "~server/access/scope";
import { readNotes, type NotePlace } from "~server/chart-notes/read-notes";
import { addNote, endNote, refuseNote } from "~server/chart-notes/write-notes";
import { frozenLinesOf } from "~server/measures/frozen-lines";
import { firstGraphDay } from "~server/measures/graph-months";
import { readGraphs } from "~server/measures/graphs";
import type { FrozenLines } from "~server/measures/phases-of-places";
import { forbidden } from "~server/refusal";
import { answerFigures } from "./answer-figures";
import { actorOf } from "./actor-of";
import type { ApiDeps } from "./api-deps";
import type { Api, Call } from "./call";
import { requireScope } from "./require-scope";
import { serve } from "./serve";
import { silentFacilities } from "./silent-facilities";

/** Events, phases and frozen baselines of the charts of a place (R375). */
export function registerChartNotes(app: Api, deps: ApiDeps): void {
  serve(app, getChartNotes, deps, async ({ viewer, params, query, token }) => {
    await requireScope(deps, viewer, params);
    const { isnp, ended = false } = query;
    const notes = await readNotes(deps.store.db, params, {
      isnp: isIsnpOnly(viewer, isnp),
      ended,
    });
    return { data: { notes, may_write: mayWriteNotes(viewer) }, token };
  });

  serve(app, postChartNote, deps, async (call) => {
    const { viewer, params, body } = call;
    await requireWriter(deps, viewer, params);
    const { kind, from } = body;
    const wanted: WantedNote = {
      kind,
      measures: [...new Set(body.measures)],
      from,
      to: kind === "baseline" ? (body.to ?? null) : null,
      text: body.text.trim(),
    };
    refuseNote(noteProblem(wanted, newYorkDay(deps.clock())));
    const frozen =
      kind === "baseline" ? await freeze(deps, call, wanted) : null;
    await addNote(deps.store, params, wanted, frozen, actorOf(deps, call));
    return null;
  });

  serve(app, endChartNote, deps, async (call) => {
    await requireWriter(deps, call.viewer, call.params);
    await endNote(deps.store, call.params, call.body, actorOf(deps, call));
    return null;
  });
}

type WriteCall = Call<NotePlace, unknown, unknown>;

async function requireWriter(
  deps: ApiDeps,
  viewer: Viewer,
  place: NotePlace,
): Promise<void> {
  await requireScope(deps, viewer, place);
  if (!mayWriteNotes(viewer)) throw forbidden();
}

/** The months of a baseline as they are now. Throws 400 where they cannot be frozen. */
async function freeze(
  deps: ApiDeps,
  call: WriteCall,
  wanted: WantedNote,
): Promise<FrozenLines> {
  const [all, isnp] = await Promise.all([
    readLines(deps, call, wanted, false),
    readLines(deps, call, wanted, true),
  ]);
  refuseNote(tooFewToFreeze(all, wanted.measures));
  return { all, isnp };
}

async function readLines(
  deps: ApiDeps,
  call: WriteCall,
  wanted: WantedNote,
  isnp: boolean,
): Promise<FrozenLines["all"]> {
  const last = wanted.to ?? wanted.from;
  const endDate = isoDayOf(firstOfNextMonth(epochDayOf(last)) - 1);
  const answer = await answerFigures(
    deps,
    "graphs",
    {
      ...call,
      // Whoever sees ISNP stays alone is given these alone, and freezes the chart of all.
      viewer: { ...call.viewer, isnpOnly: false },
      params: {
        ...call.params,
        startDate: firstGraphDay(endDate, LONG_GRAPH_MONTHS),
        endDate,
      },
      query: { isnp },
    },
    ({ question, figures }) =>
      readGraphs(figures, question, endDate, LONG_GRAPH_MONTHS),
    { endDate },
  );
  if (!isnp) {
    const reach = answer?.data_through;
    const last = earlierOf(
      reach?.earliest ?? reach?.latest ?? null,
      await silentSince(deps, call),
    );
    refuseNote(unsettledProblem(wanted, last && lastSettledMonth(last)));
  }
  return answer ? frozenLinesOf(answer.data, wanted) : {};
}

/** The last day of which a silent facility has told: its months are unsettled from then on (R300). Null for all else. */
async function silentSince(
  deps: ApiDeps,
  { viewer, params }: WriteCall,
): Promise<IsoDay | null> {
  if (params.level !== "facility") return null;
  const [own] = await silentFacilities(deps, viewer, params);
  return own?.[1] ?? null;
}
