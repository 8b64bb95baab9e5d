import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { z } from "zod";
import { idParam } from "~/contract/wire";
import { noticesOf, panelOf } from "~/data/panel.server";
import type { IsoDay } from "~/domain/calendar";
import { NOTE_KINDS, NOTE_LEVELS } from "~/domain/graphs/note-kinds";
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
import { todayAtPlace } from "~/session/today-at-place.server";
import { listChartNotes, type ChartNote } from "~server/chart-events/service";
import type { QuestionView } from "~/ui/question-view";
import { byWhom, endingChanges, noteGraphs, noteWhen } from "./rules/note-text";
import { END_ID, endLinkId, noteWords as words } from "./rules/note-words";

export const placeParams = z.object({
  level: z.enum(NOTE_LEVELS),
  id: idParam,
});
type Place = z.infer<typeof placeParams>;

type Written = DeepReadonly<ChartNote>;

export type NotesView = Awaited<ReturnType<typeof loadNotes>>["view"];
export type NoteRow = ReturnType<typeof rowOf>;
export type NoteToEdit = ReturnType<typeof toEditOf>;

const MONTHS_OFFERED = 60;

export async function loadNotes({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const place = placeParams.parse(params);
  const { level, id } = place;
  const { searchParams } = new URL(request.url);
  const graph = findGraph(searchParams.get("graph"))?.graph ?? null;
  const idIn = (name: string) =>
    idParam.safeParse(searchParams.get(name)).data ?? null;
  const [outcome, subject, counts] = await Promise.all([
    signedIn.ask(listChartNotes, { place, ended: true }),
    placeOfPage(signedIn, place, words.title),
    countsFor(signedIn, place),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (answer) =>
    listOf(answer, place, { graph, end: idIn("end"), edit: idIn("edit") }),
  );
  const kept = await signedIn.takeKeptForm();
  const today = await todayAtPlace(signedIn, level, id);
  // A form that ends an entry has nothing to put back.
  const isOfEntry = kept?.form.has("kind") ?? false;
  const view = {
    ...subject,
    action: chartNotesPath(level, id),
    href: chartNotesPath(level, id, graph ?? undefined),
    choices: choicesOf(place, graph),
    notes: panel,
    graphs: RATE_GRAPHS.map(({ graph: value, title: label }) => ({
      value,
      label,
    })),
    measures: graph === null ? [...GRAPH_TAGS] : [graph],
    months: monthsUntil(today),
    today,
    kept:
      kept && isOfEntry
        ? { entries: readEntries(kept.form), unsent: kept.unsent }
        : null,
  };
  const name = subject.name ?? messages.profile.companyOverview;
  const notices = [
    ...noticesOf(panel),
    ...(kept && !isOfEntry
      ? [{ tone: "info" as const, text: sessionMessages.notSent }]
      : []),
  ];
  return { view, nav: navOfPlace(place, { name, counts }), notices };
}

function listOf(
  { notes, mayWrite }: { notes: readonly Written[]; mayWrite: boolean },
  place: Place,
  asked: { graph: GraphTag | null; end: number | null; edit: number | null },
) {
  const { graph } = asked;
  const rows = notes
    .filter(({ measures }) => graph === null || measures.includes(graph))
    // Newest first; on one day the last written first.
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

function toEditOf(note: Written, href: string) {
  const { id, version, kind, text, measures, from } = note;
  const entries = { kind, text, measures: [...measures], from };
  return { id, version, entries, href };
}

/** Says what ending the entry changes on the charts (R379). */
function toEndOf(
  row: NoteRow,
  note: Written,
  { level, id }: Place,
  graph: GraphTag | null,
): QuestionView {
  const { title, end } = words.endings[note.kind];
  const facts = (["text", "when", "graphs", "written"] as const).map((key) => ({
    label: words.columns[key],
    value: row[key],
  }));
  return {
    id: END_ID,
    title,
    before: endingChanges(note),
    facts,
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
  place: Place,
  { graph, mayWrite }: { graph: GraphTag | null; mayWrite: boolean },
) {
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

function choicesOf({ level, id }: Place, graph: GraphTag | null) {
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
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    kind: NOTE_KINDS.find((kind) => kind === read("kind")) ?? "event",
    text: read("text"),
    measures: form
      .getAll("measures")
      .filter((value) => typeof value === "string"),
    from: read("from"),
  };
}
