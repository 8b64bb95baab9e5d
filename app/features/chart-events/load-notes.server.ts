import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import type { IsoDay } from "~/domain/calendar";
import { firstDayOfMonth, monthNumberOf } from "~/domain/graphs/chart-phases";
import { monthOfDay } from "~/domain/graphs/graph-words";
import { NOTE_KINDS } from "~/domain/graphs/note-kinds";
import {
  findGraph,
  GRAPH_TAGS,
  RATE_GRAPHS,
  type GraphTag,
} from "~/domain/graphs/rate-graphs";
import {
  endQuestion,
  loadSettings,
  numberIn,
  settingRow,
  type SettingPlace,
} from "~/features/place-settings/load-settings.server";
import { textIn } from "~/http/read-form.server";
import { listChartNotes, type ChartNote } from "~server/chart-events/service";
import { endingChanges, noteGraphs, noteWhen } from "./rules/note-text";
import { EDIT_ID, noteWords as words } from "./rules/note-words";
import { placePath } from "~/paths";

type Written = DeepReadonly<ChartNote>;

export type NotesView = Awaited<ReturnType<typeof loadNotes>>["view"];
export type NoteToEdit = ReturnType<typeof toEditOf>;

const MONTHS_OFFERED = 60;

export async function loadNotes(args: LoaderFunctionArgs) {
  const { request } = args;
  const search = new URL(request.url).searchParams;
  const graph = findGraph(search.get("graph"))?.graph ?? null;
  const { place, view, ...page } = await loadSettings(args, words, {
    ask: ({ ask }, place) => ask(listChartNotes, { place, ended: true }),
    listOf: (answer, place) => listOf(answer, place, graph, request),
    entriesOf: (form) => (form.has("kind") ? readEntries(form) : null),
  });
  const graphs = RATE_GRAPHS.map(({ graph: value, title: label }) => ({
    value,
    label,
  }));
  return {
    view: {
      ...view,
      action: hrefOf(place, null),
      href: hrefOf(place, graph),
      choices: choicesOf(place, graph),
      graphs,
      measures: graph === null ? [...GRAPH_TAGS] : [graph],
      months: monthsUntil(view.today),
    },
    ...page,
  };
}

function listOf(
  { notes, mayWrite }: { notes: readonly Written[]; mayWrite: boolean },
  place: SettingPlace,
  graph: GraphTag | null,
  request: Request,
) {
  const shown = notes
    .filter(({ measures }) => graph === null || measures.includes(graph))
    // Newest first; on one day the last written first.
    .reverse()
    .sort(
      (one, other) =>
        (one.from < other.from ? 1 : -1) * Number(one.from !== other.from),
    );
  const rows = shown.map((note) => rowOf(note, place, graph, mayWrite));
  const askedBy = (name: string) => {
    const asked = numberIn(request, name);
    const row = rows.find(({ id, hrefs }) => hrefs && id === asked);
    const note = shown.find(({ id }) => id === row?.id);
    return row && note && { row, note };
  };
  const toEnd = askedBy("end");
  const toEdit = askedBy("edit");
  return {
    rows: rows.filter(({ ended }) => ended === null),
    ended: rows.filter(({ ended }) => ended !== null),
    mayWrite,
    /** Says what ending the entry changes on the charts (R379). */
    toEnd: toEnd
      ? endQuestion(toEnd.row, words, FACTS, {
          ...words.endings[toEnd.note.kind],
          before: endingChanges(toEnd.note),
          closeHref: hrefOf(place, graph),
        })
      : null,
    toEdit: toEdit ? toEditOf(toEdit.note, place, graph) : null,
  };
}

const FACTS = ["text", "when", "graphs", "written"] as const;

function toEditOf(note: Written, place: SettingPlace, graph: GraphTag | null) {
  const { id, version, kind, text, measures, from } = note;
  const entries = { kind, text, measures: [...measures], from };
  return { id, version, entries, href: hrefOf(place, graph, { edit: id }) };
}

function hrefOf(
  { level, id }: SettingPlace,
  graph: GraphTag | null,
  asked: { edit?: number; end?: number } = {},
): string {
  return placePath("events", level, id, {
    graph: graph ?? undefined,
    ...asked,
  });
}

function rowOf(
  note: Written,
  place: SettingPlace,
  graph: GraphTag | null,
  mayWrite: boolean,
) {
  const { isOpen, ...row } = settingRow(note, place, mayWrite);
  const { id } = note;
  return {
    ...row,
    what: words.kinds[note.kind],
    when: noteWhen(note),
    text: note.text,
    graphs: noteGraphs(note.measures),
    hrefs: isOpen
      ? {
          edit: `${hrefOf(place, graph, { edit: id })}#${EDIT_ID}`,
          end: hrefOf(place, graph, { end: id }),
        }
      : null,
  };
}

function choicesOf({ level, id }: SettingPlace, graph: GraphTag | null) {
  return [
    {
      href: placePath("events", level, id),
      text: words.all,
      isShown: graph === null,
    },
    ...RATE_GRAPHS.map((one) => ({
      href: placePath("events", level, id, { graph: one.graph }),
      text: one.title,
      isShown: one.graph === graph,
    })),
  ];
}

/** The last five years, newest first. */
function monthsUntil(today: IsoDay) {
  const last = monthNumberOf(today);
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => {
    const value = firstDayOfMonth(last - back);
    return { value, label: monthOfDay(value) };
  });
}

/** A form without a kind has an event. */
export function readEntries(form: FormData) {
  return {
    kind: NOTE_KINDS.find((kind) => kind === textIn(form, "kind")) ?? "event",
    text: textIn(form, "text"),
    measures: form
      .getAll("measures")
      .filter((value) => typeof value === "string"),
    from: textIn(form, "from"),
  };
}
