import type { LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { idParam } from "~/contract/wire";
import { noticesOf, panelOf, type Panel } from "~/data/panel.server";
import { pageError } from "~/data/page-error.server";
import { epochDayOf, isoDayOf, usDayOf } from "~/domain/calendar";
import { monthOfDay } from "~/domain/graphs/graph-words";
import { listPage, readPage } from "~/domain/lists/list-page";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { LEVELS_ABOVE_FACILITIES } from "~/domain/places/hierarchy";
import { placeOfPage } from "~/features/shell/navigation/place-of-page.server";
import { csvFile, makeFile, noFile } from "~/http/csv-file.server";
import { countsFor, navOfPlace } from "~/navigation.server";
import { paths } from "~/paths";
import { notSentNotice } from "~/session/not-sent-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import { todayAtPlace } from "~/session/today-at-place.server";
import {
  noticePath,
  noticesDataPath,
  noticesPath,
  type NoticesQuery,
} from "~/transfer-notice-paths";
import {
  countNotices,
  listNotices,
  type ListedNotices,
} from "~server/transfer-notices/service";
import {
  daysOfMonth,
  dueOn,
  isMonth,
  monthOf,
  NOTICE_FIELDS,
  NOTICE_PARTS,
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

type Row = DeepReadonly<ListedNotices["rows"][number]>;

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
  const present = monthOf(
    epochDayOf(await todayAtPlace(signedIn, "facility", id)),
  );
  const month = readMonth(search, present);
  const asked = { facilityId: id, month, file: false };
  const [outcome, subject, counts] = await Promise.all([
    signedIn.ask(listNotices, asked),
    placeOfPage(signedIn, place, words.title),
    countsFor(signedIn, place),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (all) => all);
  const found = panel.state === "data" ? panel.data : null;
  const hrefOf = (query: NoticesQuery) => noticesPath("facility", id, query);
  const own = month === null ? ({ due: 1 } as const) : { month };
  const shown = month ?? present;
  const { from, to } = daysOfMonth(shown);
  const rows = found?.rows ?? [];
  const toSend = rows
    .filter((row) => !row.planned && row.entries.ombudsman_on === "")
    .map((row) => row.transfer_id);
  const next = monthOf(to + 1);
  const choices = [
    monthOf(from - 1),
    shown,
    ...(next <= present ? [next] : []),
  ];
  const planned = rows.filter((row) => row.planned).length;
  const view = {
    of: "facility" as const,
    ...subject,
    href: hrefOf(own),
    heading: month === null ? words.due : monthName(shown),
    isDue: month === null,
    views: [
      ...choices.map((one) => ({
        href: hrefOf({ month: one }),
        text: monthName(one),
        isShown: one === month,
      })),
      {
        href: hrefOf({ due: 1 }),
        text: found ? dueText(found.due) : words.due,
        isShown: month === null,
      },
    ],
    summary: summaryText(rows.length - planned, planned),
    list: listOf(panel, rows.map(rowOf)),
    left: (found?.left ?? []).map((one) => ({
      href: noticePath(one.transfer_id),
      text: `${usDayOf(one.transferred_on)}, ${nameOf(one)}`,
    })),
    send:
      found === null || month === null || toSend.length === 0
        ? null
        : {
            href: hrefOf({ month, send: 1 }),
            isOpen: search.get("send") === "1",
            month,
            transfers: toSend.join(" "),
            count: formatCount(toSend.length),
            today: found.today,
          },
  };
  const nav = navOfPlace(place, {
    name: subject.name,
    counts,
    files: [{ text: words.csv, href: noticesDataPath(id, own) }],
  });
  const notices = [...noticesOf(panel), ...(await notSentNotice(signedIn))];
  return { view, nav, notices };
}

function listOf<Row>(panel: Panel<unknown>, rows: Row[]) {
  if (panel.state === "error") return panel;
  return rows.length > 0
    ? { state: "data" as const, rows }
    : { state: "empty" as const };
}

/** By default the present month; null for what is due. */
function readMonth(search: URLSearchParams, present: string): string | null {
  if (search.get("due") === "1") return null;
  const month = search.get("month") ?? "";
  return isMonth(month) && month <= present ? month : present;
}

function monthName(month: string): string {
  return monthOfDay(isoDayOf(daysOfMonth(month).from));
}

function nameOf(row: { last_name: string | null; first_name: string | null }) {
  return lastFirst(row.last_name, row.first_name);
}

function rowOf(row: Row) {
  const { entries, planned } = row;
  const transferredOn = epochDayOf(row.transferred_on);
  const day = (part: NoticePart) => ({
    text: entryText(part, entries[part]),
    isMissing: row.due.includes(part),
    by: byText(dueOn(part, { planned, transferredOn })),
  });
  const { notice_to, notice_by } = entries;
  return {
    id: row.transfer_id,
    href: noticePath(row.transfer_id),
    name: nameOf(row),
    mrn: row.mrn ?? messages.unknown,
    day: usDayOf(row.transferred_on),
    kind: words.kinds[planned ? "planned" : "emergency"],
    hospital: row.hospital ?? "",
    reason: row.reason ?? "",
    parts: Object.fromEntries(
      NOTICE_PARTS.map((part) => [part, day(part)]),
    ) as Record<NoticePart, ReturnType<typeof day>>,
    given: [entryText("notice_to", notice_to), notice_by]
      .filter(Boolean)
      .join(", "),
  };
}

async function loadPlaces(
  signedIn: SignedIn,
  place: { level: (typeof LEVELS_ABOVE_FACILITIES)[number]; id: number },
  wanted: number,
) {
  const [outcome, subject, counts] = await Promise.all([
    signedIn.ask(countNotices, place),
    placeOfPage(signedIn, place, words.title),
    countsFor(signedIn, place),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (all) => all);
  const { rows, page, pages } = listPage(
    panel.state === "data" ? panel.data : [],
    wanted,
    FACILITIES_OF_A_PAGE,
  );
  const view = {
    of: "places" as const,
    ...subject,
    place,
    href: noticesPath(place.level, place.id),
    page,
    pages,
    list: listOf(
      panel,
      rows.map(({ id, name, due }) => ({
        id,
        name: name.trim() || messages.unknown,
        due: formatCount(due),
        href: noticesPath("facility", id),
        dueHref: due > 0 ? noticesPath("facility", id, { due: 1 }) : null,
      })),
    ),
  };
  const name = subject.name ?? messages.profile.companyOverview;
  const nav = navOfPlace(place, { name, counts });
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
  const asked = search.get("month");
  const isDue = search.get("due") === "1";
  const own = isDue ? ({ due: 1 } as const) : { month: asked ?? undefined };
  const page = id === null ? paths.home : noticesPath("facility", id, own);
  const signedIn = await requireScreenOfFile(request, page);
  if (id === null) throw pageError(404);
  const today = await todayAtPlace(signedIn, "facility", id);
  const month = readMonth(search, monthOf(epochDayOf(today)));
  const tag = "transfer-notices";
  return makeFile(signedIn, { tag, page }, async (back) => {
    const outcome = await signedIn.ask(listNotices, {
      ...{ facilityId: id, month, file: true },
    });
    const texts = { empty: words.none, failed: words.failed };
    if (outcome.kind !== "data") return noFile(outcome, texts, back);
    const { rows } = outcome.answer;
    if (rows.length === 0) return back("info", words.none);
    const cells = rows.map(({ entries, ...row }) => [
      ...[id, row.transfer_id, row.patient_id, row.mrn, row.last_name],
      ...[row.first_name, row.transferred_on],
      ...[row.planned ? "planned" : "emergency", row.hospital, row.reason],
      ...NOTICE_FIELDS.map((field) => entries[field]),
      row.due.map((part) => words.parts[part]).join("; "),
    ]);
    const name = `${tag}-facility-${id}-${month ?? `due-${today}`}.csv`;
    return csvFile(request, name, FILE_COLUMNS, cells);
  });
}
