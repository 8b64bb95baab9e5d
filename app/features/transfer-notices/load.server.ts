import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { idParam, signedIdParam } from "~/contract/wire";
import { answerOf } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { noticesOf, panelOf, rowsState } from "~/data/panel.server";
import { epochDayOf, isoDayOf, usDayOf } from "~/domain/calendar";
import { monthOfDay } from "~/domain/graphs/graph-words";
import { listPage, readPage } from "~/domain/lists/list-page";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { LEVELS_ABOVE_FACILITIES } from "~/domain/places/hierarchy";
import { byWhom } from "~/features/chart-events/rules/note-text";
import { placePage } from "~/features/shell/navigation/place-page.server";
import { csvFile, makeFile, noFile } from "~/http/csv-file.server";
import { textsIn } from "~/http/read-form.server";
import { navOfFacility } from "~/navigation.server";
import { paths } from "~/paths";
import { notSentNotice } from "~/session/not-sent-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import {
  noticePath,
  noticesDataPath,
  noticesPath,
} from "~/transfer-notice-paths";
import {
  countNotices,
  findNotice,
  listNotices,
} from "~server/transfer-notices/service";
import {
  daysOfMonth,
  dueOn,
  isMonth,
  monthOf,
  NOTICE_FIELDS,
  type NoticeEntries,
  type NoticePart,
} from "./rules";
import {
  byText,
  dueText,
  entryText,
  noticeWords as words,
  summaryText,
} from "./words";

const FACILITIES_OF_A_PAGE = 100;

type Listed = Awaited<ReturnType<(typeof listNotices)["run"]>>;
type Row = DeepReadonly<Extract<Listed, { rows: unknown }>["rows"][number]>;

export type NoticesView = Awaited<ReturnType<typeof loadNotices>>["view"];
export type FacilityView = Extract<NoticesView, { of: "facility" }>;
export type PlacesView = Extract<NoticesView, { of: "places" }>;

export async function loadNotices({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = Number(params.id);
  const search = new URL(request.url).searchParams;
  if (params.level === "facility") return loadFacility(signedIn, id, search);
  const level = LEVELS_ABOVE_FACILITIES.find((one) => one === params.level);
  if (!level) throw pageError(404);
  return loadPlaces(signedIn, { level, id }, readPage(search));
}

async function loadFacility(
  signedIn: SignedIn,
  id: number,
  search: URLSearchParams,
) {
  const place = { level: "facility", id } as const;
  const today = await todayAtPlace(signedIn, "facility", id);
  const { present, month, own } = readAsked(search, today);
  const [outcome, { subject, nav }] = await Promise.all([
    signedIn.ask(listNotices, { facilityId: id, month, file: false }),
    placePage(signedIn, place, words.title, {
      files: [{ text: words.csv, href: noticesDataPath(id, own) }],
    }),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (all) => all);
  const { rows, left, due } =
    panel.state === "data" ? panel.data : { rows: [], left: [], due: null };
  const hrefOf = (query: typeof own & { send?: 1 }) =>
    noticesPath("facility", id, query);
  const { from, to } = daysOfMonth(month ?? present);
  const months = [monthOf(from - 1), monthOf(from), monthOf(to + 1)];
  const toSend = rows.flatMap(({ transfer_id, planned, entries }) =>
    planned || entries.ombudsman_on !== "" ? [] : [transfer_id],
  );
  const planned = rows.filter((row) => row.planned).length;
  const view = {
    of: "facility" as const,
    ...subject,
    href: hrefOf(own),
    heading: month === null ? words.due : monthName(month),
    empty: month === null ? words.noneDue : words.none,
    views: [
      ...months
        .filter((one) => one <= present)
        .map((one) => ({
          href: hrefOf({ month: one }),
          text: monthName(one),
          isShown: one === month,
        })),
      {
        href: hrefOf({ due: 1 }),
        text: due === null ? words.due : dueText(due),
        isShown: month === null,
      },
    ],
    summary: summaryText(rows.length - planned, planned),
    list: rowsState(panel, rows.map(rowOf)),
    left: left.map((one) => ({
      href: noticePath(one.transfer_id),
      text: `${usDayOf(one.transferred_on)}, ${nameOf(one)}`,
    })),
    send:
      month === null || toSend.length === 0
        ? null
        : {
            href: hrefOf({ month, send: 1 }),
            isOpen: search.get("send") === "1",
            hidden: { month, transfers: toSend.join(" ") },
            count: formatCount(toSend.length),
            today,
          },
  };
  const notices = [...noticesOf(panel), ...(await notSentNotice(signedIn))];
  return { view, nav, notices };
}

/** The present month by default; null for what is due. */
function readAsked(search: URLSearchParams, today: string) {
  const present = monthOf(epochDayOf(today));
  if (search.get("due") === "1") {
    return { present, month: null, own: { due: 1 as const } };
  }
  const asked = search.get("month") ?? "";
  const month = isMonth(asked) && asked <= present ? asked : present;
  return { present, month, own: { month } };
}

function monthName(month: string): string {
  return monthOfDay(isoDayOf(daysOfMonth(month).from));
}

function nameOf(row: { last_name: string | null; first_name: string | null }) {
  return lastFirst(row.last_name, row.first_name);
}

/** A cell has a text, and one below it. */
function rowOf({ entries, planned, due, ...row }: Row) {
  const day = usDayOf(row.transferred_on);
  const transfer = { planned, transferred_on: epochDayOf(row.transferred_on) };
  const partOf = (part: NoticePart, below = "") => {
    const isMissing = due.includes(part);
    const isAhead = entries[part] === "" && !isMissing;
    return {
      text: entryText(part, entries[part]),
      below: isAhead ? byText(dueOn(part, transfer)) : below,
      isMissing,
    };
  };
  const { notice_to, notice_by } = entries;
  const given = [entryText("notice_to", notice_to), notice_by];
  return {
    id: row.transfer_id,
    href: noticePath(row.transfer_id),
    label: `${nameOf(row)}, ${words.columns.day} ${day}`,
    cells: {
      resident: { text: nameOf(row), below: row.mrn ?? messages.unknown },
      day: { text: day, below: words.kinds[planned ? "planned" : "emergency"] },
      hospital: { text: row.hospital ?? "", below: row.reason ?? "" },
      notice_on: partOf("notice_on", given.filter(Boolean).join(", ")),
      bed_hold_on: partOf("bed_hold_on"),
      ombudsman_on: partOf("ombudsman_on"),
    },
  };
}

async function loadPlaces(
  signedIn: SignedIn,
  place: { level: (typeof LEVELS_ABOVE_FACILITIES)[number]; id: number },
  wanted: number,
) {
  const [outcome, { subject, nav }] = await Promise.all([
    signedIn.ask(countNotices, place),
    placePage(signedIn, place, words.title),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (all) => all);
  const all = panel.state === "data" ? panel.data : [];
  const part = listPage(all, wanted, FACILITIES_OF_A_PAGE);
  const { page, pages } = part;
  const rows = part.rows.map(({ id, name, due }) => ({
    id,
    name: name.trim() || messages.unknown,
    href: noticesPath("facility", id),
    counts: {
      due: {
        text: formatCount(due),
        href: due > 0 ? noticesPath("facility", id, { due: 1 }) : null,
      },
    },
  }));
  const href = noticesPath(place.level, place.id);
  const list = rowsState(panel, rows);
  const view = { of: "places" as const, ...subject, href, page, pages, list };
  return { view, nav, notices: noticesOf(panel) };
}

const FILE_COLUMNS = [
  ...["facility_id", "transfer_id", "patient_id", "mrn", "patient_last_name"],
  ...["patient_first_name", "transferred_on", "kind", "hospital", "reason"],
  ...NOTICE_FIELDS,
  "missing",
];

/** Answers with the list of a page as a file; see `loadTodayFile` for what it throws (R576). */
export async function loadNoticesFile({
  request,
  params,
}: LoaderFunctionArgs): Promise<Response> {
  const id = idParam.safeParse(params.id).data ?? null;
  const search = new URL(request.url).searchParams;
  const own =
    search.get("due") === "1"
      ? { due: 1 as const }
      : { month: search.get("month") ?? undefined };
  const page = id === null ? paths.home : noticesPath("facility", id, own);
  const signedIn = await requireScreenOfFile(request, page);
  if (id === null) throw pageError(404);
  const today = await todayAtPlace(signedIn, "facility", id);
  const { month } = readAsked(search, today);
  const tag = "transfer-notices";
  return makeFile(signedIn, { tag, page }, async (back) => {
    const asked = { facilityId: id, month, file: true };
    const outcome = await signedIn.ask(listNotices, asked);
    const texts = { empty: words.none, failed: words.failed };
    if (outcome.kind !== "data") return noFile(outcome, texts, back);
    const { rows } = outcome.answer;
    if (rows.length === 0) return back("info", words.none);
    const cells = rows.map(({ entries, ...row }) => [
      ...[id, row.transfer_id, row.patient_id, row.mrn, row.last_name],
      ...[row.first_name, row.transferred_on],
      ...[row.planned ? "planned" : "emergency", row.hospital, row.reason],
      ...NOTICE_FIELDS.map((field) => entries[field]),
      row.due.map((part) => words.columns[part]).join("; "),
    ]);
    const name = `${tag}-facility-${id}-${month ?? `due-${today}`}.csv`;
    return csvFile(request, name, FILE_COLUMNS, cells);
  });
}

type Found = Awaited<ReturnType<(typeof findNotice)["run"]>>;
type Notice = DeepReadonly<Extract<Found, { may_write: boolean }>>;

export type NoticeView = Awaited<ReturnType<typeof loadNotice>>["view"];

export async function loadNotice({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = signedIdParam.parse(params.id);
  const notice = answerOf(await signedIn.ask(findNotice, { id }));
  // The transfer has another number now, or another row stands for it.
  if (notice.transfer_id !== id) throw redirect(noticePath(notice.transfer_id));
  const kept = await signedIn.takeKeptForm();
  const { facility_id, facility_name: name, transferred_on } = notice;
  const { nav } = await navOfFacility(signedIn, { id: facility_id, name });
  const month = transferred_on.slice(0, 7);
  const { planned } = notice;
  const view = {
    path: noticePath(id),
    name: nameOf(notice),
    /** Physicians have no list of a facility. */
    listHref: nav ? noticesPath("facility", facility_id, { month }) : null,
    isKnown: planned !== null,
    mayWrite: notice.may_write,
    today: notice.today,
    facts: transferFacts(notice),
    version: kept ? readVersion(kept.form) : notice.version,
    entries: kept ? textsIn(kept.form, NOTICE_FIELDS) : notice.entries,
    unsent: kept?.unsent ?? null,
    recorded: entryFacts(notice.entries),
    history: [...notice.history].reverse().map(({ author, at, changes }) => ({
      by: byWhom(author, at),
      facts: entryFacts(changes),
    })),
  };
  return { view, ...(nav && { nav }), notices: [] };
}

/** 0 if nothing was recorded. */
export function readVersion(form: FormData): number {
  return idParam.safeParse(form.get("version")).data ?? 0;
}

function transferFacts({ planned, ...notice }: Notice) {
  const { facts: labels, kinds, form } = words;
  const kind = planned ? kinds.planned : kinds.emergency;
  const facts: [label: string, value: string | null][] = [
    [labels.mrn, notice.mrn],
    [labels.facility, notice.facility_name],
    [labels.day, usDayOf(notice.transferred_on)],
    [labels.kind, planned === null ? null : kind],
    [labels.hospital, notice.hospital],
    [labels.reason, notice.reason],
  ];
  return facts.map(([label, value]) => ({
    label,
    value: value || form.unknown,
  }));
}

function entryFacts(entries: Partial<NoticeEntries>) {
  return NOTICE_FIELDS.flatMap((field) => {
    const text = entries[field];
    if (text === undefined) return [];
    const value = entryText(field, text) || words.form.empty;
    return [{ label: words.fields[field], value }];
  });
}
