import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { idParam } from "~/contract/wire";
import { noticesOf, panelOf } from "~/data/panel.server";
import { pageError } from "~/data/page-error.server";
import { auditTimeText } from "~/features/audit/rules/event-words";
import type { IsoDay } from "~/domain/calendar";
import { endingChanges } from "./rules/ending-words";
import { NOTE_LEVELS, type NoteLevel } from "~/domain/graphs/note-kinds";
import { noteGraphs, noteWhen } from "./rules/note-text";
import { noteWords as words } from "./rules/note-words";
import { firstDayOfMonth, monthNumberOf } from "~/domain/graphs/chart-phases";
import { monthOfDay } from "~/domain/graphs/graph-words";
import {
  findGraph,
  GRAPH_TAGS,
  RATE_GRAPHS,
  type GraphTag,
} from "~/domain/graphs/rate-graphs";
import { messages } from "~/domain/messages";
import { sessionMessages } from "~/features/sign-in/rules/session-messages";
import { chartNotesPath } from "~/chart-event-paths";
import { countsFor, navOfPlace } from "~/navigation.server";
import { placeOfPage } from "~/features/shell/navigation/place-of-page.server";
import { requireScreen } from "~/session/screen.server";
import type { EntriesBack } from "~/session/kept-forms.server";
import type { Notice } from "~/session/session-record.server";
import { listChartNotes, type ChartNote } from "~server/chart-events/service";
import type { QuestionView } from "~/ui/question-view";
import {
  END_SHEET_ID,
  endLinkId,
  type NoteRow,
  type NotesView,
  type NoteToEdit,
} from "./notes-view";
import { readEntries } from "./read-entries";
import { todayAtPlace } from "~/session/today-at-place.server";

/** The place that an address names. */
export interface NotesPlace {
  level: NoteLevel;
  id: number;
}

type Written = DeepReadonly<ChartNote>;

const MONTHS_OFFERED = 60;

/** The place of the page; 404 where there are no such charts. */
export function placeOf(params: {
  level?: string | undefined;
  id?: string | undefined;
}): NotesPlace {
  const level = NOTE_LEVELS.find((one) => one === params.level);
  if (level === undefined) throw pageError(404);
  return { level, id: Number(params.id) };
}

/** Loads what is written on the charts of a place (R380). Whoever may open its profile may open this. */
export async function loadNotes({ request, params }: LoaderFunctionArgs) {
  const place = placeOf(params);
  const { level, id } = place;
  const signedIn = await requireScreen(request);
  const { searchParams } = new URL(request.url);
  const graph = findGraph(searchParams.get("graph"))?.graph ?? null;
  const idIn = (name: string) =>
    idParam.safeParse(searchParams.get(name)).data ?? null;
  const [outcome, subject, counts] = await Promise.all([
    signedIn.ask(listChartNotes, { place: { level, id }, ended: true }),
    placeOfPage(signedIn, { level, id }, words.title),
    countsFor(signedIn, { level, id }),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (answer) =>
    listOf(answer, place, { graph, end: idIn("end"), edit: idIn("edit") }),
  );
  const kept = await signedIn.takeKeptForm();
  const today = await todayAtPlace(signedIn, level, id);
  const view: NotesView = {
    ...subject,
    action: chartNotesPath(level, id),
    href: chartNotesPath(level, id, graph ?? undefined),
    choices: choicesOf(place, graph),
    notes: panel.state === "data" ? { state: "data", ...panel.data } : panel,
    graphs: RATE_GRAPHS.map(({ graph: value, title: label }) => ({
      value,
      label,
    })),
    measures: graph === null ? [...GRAPH_TAGS] : [graph],
    months: monthsUntil(today),
    today,
    kept:
      kept && isOfEntry(kept)
        ? { entries: readEntries(kept.form), unsent: kept.unsent }
        : null,
  };
  const name = subject.name ?? messages.profile.companyOverview;
  const nav = navOfPlace({ level, id }, { name, counts });
  return { view, nav, notices: [...noticesOf(panel), ...endNotSent(kept)] };
}

/** A form that writes an entry names its kind; one that ends an entry has nothing to put back. */
function isOfEntry({ form }: EntriesBack): boolean {
  return form.has("kind");
}

function endNotSent(kept: EntriesBack | null): Notice[] {
  return kept && !isOfEntry(kept)
    ? [{ tone: "info", text: sessionMessages.notSent }]
    : [];
}

function listOf(
  { notes, mayWrite }: { notes: readonly Written[]; mayWrite: boolean },
  place: NotesPlace,
  asked: { graph: GraphTag | null; end: number | null; edit: number | null },
) {
  const { graph } = asked;
  const rows = notes
    .filter(({ measures }) => graph === null || measures.includes(graph))
    // The newest first, and of a day what was written last.
    .reverse()
    .sort(
      (one, other) =>
        (one.from < other.from ? 1 : -1) * Number(one.from !== other.from),
    )
    .map((note) => rowOf(note, place, { graph, mayWrite }));
  const own = rows.flatMap((row) => {
    const note = notes.find(({ id }) => id === row.id);
    return row.hrefs && note ? [{ row, note, href: row.hrefs.edit }] : [];
  });
  const toEnd = own.find(({ row }) => row.id === asked.end);
  const toEdit = own.find(({ row }) => row.id === asked.edit);
  return {
    rows: rows.filter(({ ended }) => ended === null),
    ended: rows.filter(({ ended }) => ended !== null),
    mayWrite,
    toEnd: toEnd ? toEndOf(toEnd.row, toEnd.note, place, graph) : null,
    toEdit: toEdit ? toEditOf(toEdit.note, toEdit.href) : null,
  };
}

function toEditOf(note: Written, href: string): NoteToEdit {
  const { id, version, kind, text, measures, from } = note;
  const entries = { kind, text, measures: [...measures], from };
  return { id, version, entries, href };
}

/** Asks whether an entry is really to be ended, and says what changes on the charts (R379). */
function toEndOf(
  row: NoteRow,
  note: Written,
  { level, id }: NotesPlace,
  graph: GraphTag | null,
): QuestionView {
  const { title, end } = words.endings[note.kind];
  return {
    id: END_SHEET_ID,
    title,
    before: endingChanges(note),
    facts: [
      { label: words.columns.text, value: row.text },
      { label: words.columns.when, value: row.when },
      { label: words.columns.graphs, value: row.graphs },
      { label: words.columns.written, value: row.written },
    ],
    after: [],
    submit: end,
    action: chartNotesPath(level, id),
    fields: { note_id: row.id, version: row.version },
    closeHref: chartNotesPath(level, id, graph ?? undefined),
    returnFocusTo: endLinkId(row.id),
  };
}

function rowOf(
  note: Written,
  place: NotesPlace,
  { graph, mayWrite }: { graph: GraphTag | null; mayWrite: boolean },
): NoteRow {
  const isOwn = note.level === place.level && note.placeId === place.id;
  const { id, version, text, author, addedAt, endedBy, endedAt } = note;
  const mayEnd = mayWrite && isOwn && endedAt === null;
  const hrefOf = (asked: { edit?: number; end?: number }) =>
    chartNotesPath(place.level, place.id, graph ?? undefined, asked);
  return {
    id,
    version,
    what: words.kinds[note.kind],
    when: noteWhen(note),
    text,
    graphs: noteGraphs(note.measures),
    place: isOwn ? null : (note.placeName ?? words.company),
    written: byWhom(author, addedAt),
    ended: endedAt === null ? null : byWhom(endedBy ?? "", endedAt),
    hrefs: mayEnd
      ? { edit: hrefOf({ edit: id }), end: hrefOf({ end: id }) }
      : null,
  };
}

function byWhom(author: string, at: string): string {
  const { day, time } = auditTimeText(at);
  return `${author}, ${day} ${time}`;
}

function choicesOf({ level, id }: NotesPlace, graph: GraphTag | null) {
  return [
    {
      href: chartNotesPath(level, id),
      text: words.all,
      isShown: graph === null,
    },
    ...RATE_GRAPHS.map((one) => ({
      href: chartNotesPath(level, id, one.graph),
      text: one.title,
      isShown: one.graph === graph,
    })),
  ];
}

function monthsUntil(today: IsoDay): NotesView["months"] {
  const last = monthNumberOf(today);
  return Array.from({ length: MONTHS_OFFERED }, (_, back) => {
    const value = firstDayOfMonth(last - back);
    return { value, label: monthOfDay(value) };
  });
}
