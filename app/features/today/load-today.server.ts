import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { pageError } from "~/data/page-error.server";
import { noticesOf, type Panel, panelOf } from "~/data/panel.server";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { LEVELS_ABOVE_FACILITIES } from "~/domain/places/hierarchy";
import { loadCensusMarks } from "~/features/data-quality/load-census-marks.server";
import { carriedQuery, countsFor, navOfPlace } from "~/navigation.server";
import { withQuery, placePath } from "~/paths";
import {
  asksForDocument,
  contentKeys,
  partialDocument,
} from "~/rendering/partial-document.server";
import { residentPath } from "~/resident-paths";
import { reviewPath } from "~/review-paths";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import type { Tone } from "~/ui/chip";
import type { TodayAnswer, TodayResident } from "~server/today/service";
import { askToday, type TodayPlace, todayPlaceOf } from "./ask-today.server";
import { loadFacilitiesToday } from "./load-facilities-today.server";
import { readEntries, type TypedLine } from "./save-discussions.server";
import {
  ATTENTION_CHIPS,
  type AttentionRule,
} from "./rules/attention-rules.data";
import {
  choicesOf,
  type Listed,
  listResidents,
  SHOWN,
  todayCounts,
} from "./rules/list";
import { byUnit, grouped } from "./rules/order";
import {
  narrowed,
  NO_FILTERS,
  readTodayQuery,
  todayQuery,
} from "./rules/query";
import {
  dayText,
  filterText,
  frailtyText,
  longStayText,
  momentText,
  noteText,
  reachText,
  shortDayText,
  shortMomentText,
  spansText,
  windowText,
  todayWords as words,
} from "./rules/words";
export type TodayView = Awaited<ReturnType<typeof loadResidentsToday>>["view"];
export type TodayList = Extract<TodayView["list"], { state: "data" }>;
export type ResidentGroup = TodayList["groups"][number];
export type ResidentCells = ReturnType<typeof residentCells>;

function residentCells(
  one: Listed<TodayResident>,
  hasHouses: boolean,
  typed?: TypedLine,
) {
  const { row, day } = one;
  return {
    id: row.stay_id,
    href: residentPath(row.resident_id),
    name: lastFirst(row.last_name, row.first_name),
    unit: row.unit,
    // Two houses may have units of one name.
    group: `${hasHouses ? `${row.facility_name}, ` : ""}${row.unit ?? words.noUnit}`,
    facility: row.facility_name,
    physician: row.physician_name ?? words.noPhysician,
    why: day.reasons.map((rule) => ({
      text: chipText(rule, one),
      tone: TONES[rule],
    })),
    note: noteText(row),
    noteText: day.reasons.includes("high_risk_note") ? highRiskText(row) : null,
    noteHref: `${residentPath(row.resident_id)}#note-${row.high_risk_note_id}`,
    isNoteUnread: row.last_note_unread === true,
    out: outText(row),
    reviewHref:
      row.out_transfer_id === null ? null : reviewPath(row.out_transfer_id),
    discussed: row.discussed_at && saidBy(row.discussed_by, row.discussed_at),
    line: {
      text: row.line,
      by:
        row.line === "" || row.line_at === null
          ? ""
          : saidBy(row.line_by, row.line_at),
    },
    typed: typed ?? null,
    day: formatCount(day.dayOfStay),
    window: windowText(day),
    longStay: longStayText(day.longStay),
    frailty: frailtyText(one),
    hospital: spansText(
      row.hospitalizations_30,
      row.hospitalizations_90,
      row.hospitalizations_180,
    ),
    ed: spansText(row.ed_visits_30, row.ed_visits_90, row.ed_visits_180),
  };
}

/** '11/27 05:43 AM: “Called by nursing for new cough.”' */
function highRiskText(row: TodayResident): string {
  const at = row.high_risk_note_at ?? "";
  const unread =
    row.last_note_unread && row.last_note_at === at ? `, ${words.unread}` : "";
  return `${shortMomentText(at)}${unread}: “${row.high_risk_note_text ?? ""}”`;
}

const TONES: Record<AttentionRule, Tone> = {
  window_frail: "warn",
  second_transfer: "bad",
  back: "warn",
  new: "quiet",
  high_risk_note: "bad",
  long_stay_soon: "quiet",
};

function saidBy(who: string | null, at: string): string {
  return `${who ?? words.filters.nobody}, ${shortMomentText(at)}`;
}

/** '11/25/2026, Mercy, bed kept'. */
function outText(row: TodayResident): string {
  if (row.out_since === null) return "";
  const bed = row.bed_kept ? words.bedKept : null;
  return [dayText(row.out_since), row.out_hospital, bed]
    .filter(Boolean)
    .join(", ");
}

/** 'Back 11/25': a reason as a chip. */
function chipText(rule: AttentionRule, { row }: Listed): string {
  const chip = ATTENTION_CHIPS[rule];
  if (rule === "back") return `${chip} ${shortDayText(row.back_on ?? "")}`;
  return rule === "new" ? `${chip} ${shortDayText(row.admitted_on)}` : chip;
}

/** Columns that say nothing where all rows say the same, and what a row says there. */
const MAY_BE_ALIKE = [
  ["facility", "facility"],
  ["window", "window"],
  ["long_stay", "longStay"],
  ["frailty", "frailty"],
  ["hospital", "hospital"],
  ["ed", "ed"],
  ["note", "note"],
] as const;
const GROUPS = ["attention", "out", "others"] as const;

/** The number at each facility stands above it (R326, R527). */
export async function loadToday({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const place = todayPlaceOf(params);
  if (place) return loadResidentsToday(signedIn, request, place);
  const level = LEVELS_ABOVE_FACILITIES.find((one) => one === params.level);
  if (!level) throw pageError(404);
  const of = { level, id: Number(params.id) };
  return loadFacilitiesToday(signedIn, request, of);
}

async function loadResidentsToday(
  signedIn: SignedIn,
  request: Request,
  place: TodayPlace,
) {
  const { isnpOnly: isnp } = signedIn.user.viewer;
  const [{ outcome, name, crumbs }, { marks }, counts] = await Promise.all([
    askToday(signedIn, place),
    loadCensusMarks(signedIn, { ...place, filters: { isnp } }, "page"),
    countsFor(signedIn, place),
  ]);
  const kept = await signedIn.takeKeptForm();
  const texts = { systemError: words.failed };
  const panel = panelOf(outcome, texts, (found) => found);
  const now = new Date();
  const answer = panel.state === "data" ? panel.data : null;
  const all = answer ? listResidents(answer) : [];
  const address = addressOf(place, new URL(request.url).searchParams);
  const { fileHref, ...of } = address;
  const choices = choicesOf(all);
  const view = {
    of: "residents" as const,
    ...place,
    ...of,
    name,
    made: `${momentText(now.toISOString())} ET`,
    marks,
    reach: answer ? reachTexts(answer) : [],
    list: listOf(panel, all, address, {
      hasNotes: answer?.has_notes ?? false,
      typed: kept ? typedIn(kept.form) : {},
    }),
    unsent: kept?.unsent ?? null,
    ...choices,
    narrowedTo: filterText(address.filters, (choice, of) => {
      const named = choices[choice].find(({ key }) => key === of);
      return named?.name ?? words.filters.nobody;
    }),
  };
  const nav = navOfPlace(place, {
    name,
    counts,
    query: carriedQuery(request),
    todayHref: address.href,
    files: [{ text: "This list (CSV)", href: fileHref }],
  });
  const data = { view, crumbs, nav, notices: noticesOf(panel) };
  return asksForDocument(request)
    ? partialDocument(data, { view: { ...view, list: withoutRows(view.list) } })
    : data;
}

function reachTexts({ facilities }: DeepReadonly<TodayAnswer>): string[] {
  return facilities.flatMap((one) =>
    one.data_through === null || one.data_through < one.day
      ? reachText(one.facility_name, one.data_through)
      : [],
  );
}

type Address = ReturnType<typeof addressOf>;

function addressOf({ level, id }: TodayPlace, search: URLSearchParams) {
  const { filters, sort } = readTodayQuery(search);
  const path = placePath("today", level, id);
  const query = todayQuery(filters, null);
  const whole = todayQuery(filters, sort);
  return {
    path,
    filters,
    sort,
    query,
    isFiltered: Object.values(query).some((one) => one !== undefined),
    href: withQuery(path, whole),
    clearHref: withQuery(path, todayQuery(NO_FILTERS, sort)),
    fileHref: placePath("today-data", level, id, whole),
  };
}

function listOf(
  panel: Panel<unknown>,
  all: Listed<TodayResident>[],
  { filters, sort, path }: Address,
  { hasNotes, typed }: { hasNotes: boolean; typed: Record<number, TypedLine> },
) {
  if (panel.state === "error") return panel;
  if (all.length === 0) return { state: "empty" as const };
  const shown = grouped(narrowed(all, filters), sort);
  const hasHouses = new Set(all.map(({ row }) => row.facility_id)).size > 1;
  const groups = GROUPS.map((key) => {
    const isByUnit =
      key === "attention" &&
      sort === null &&
      shown[key].some(({ row }) => row.unit !== null);
    const part = isByUnit ? byUnit(shown[key]) : shown[key];
    const rows = part.map((one) =>
      residentCells(one, hasHouses, typed[one.row.stay_id]),
    );
    const { rows: version } = contentKeys({ rows });
    // Paper shows the places of the others.
    const alike = key === "others" ? [] : alikeIn(rows);
    return { key, count: rows.length, rows, isByUnit, alike, version };
  });
  const counts = todayCounts(narrowed(all, { ...filters, show: null }));
  return {
    state: "data" as const,
    hasNotes,
    counts: SHOWN.map((key) => ({
      key,
      text: formatCount(counts[key]),
      href: withQuery(path, todayQuery({ ...filters, show: key }, sort)),
    })),
    groups: groups.filter(({ count }) => count > 0),
  };
}

function typedIn(form: FormData): Record<number, TypedLine> {
  return Object.fromEntries(
    readEntries(form).flatMap(({ stayId, line }) =>
      line ? [[stayId, line]] : [],
    ),
  );
}

function alikeIn(rows: readonly ResidentCells[]): string[] {
  if (rows.length < 2) return [];
  return MAY_BE_ALIKE.flatMap(([column, cell]) =>
    new Set(rows.map((row) => row[cell])).size === 1 ? column : [],
  );
}

/** The document has drawn the rows; scripts take over those with fields. */
function withoutRows(list: ReturnType<typeof listOf>) {
  if (list.state !== "data") return list;
  const groups = list.groups.map((group) =>
    group.key === "others" ? { ...group, rows: [] } : group,
  );
  return { ...list, groups };
}
