import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { idParam, signedIdParam } from "~/contract/wire";
import { answerOf } from "~/data/call-failure.server";
import { isoDayOf, usDayOf } from "~/domain/calendar";
import { firstDayOfMonth, monthNumberOf } from "~/domain/graphs/chart-phases";
import { monthOfDay } from "~/domain/graphs/graph-words";
import { messages } from "~/domain/messages";
import { lastFirst } from "~/domain/person-name";
import { byWhom } from "~/features/chart-events/rules/note-text";
import { loadSettings } from "~/features/place-settings/load-settings.server";
import { answerUserForm } from "~/http/guarded-form.server";
import { csvFile, makeFile, noFile } from "~/http/csv-file.server";
import { textsIn } from "~/http/read-form.server";
import { navOfFacility } from "~/navigation.server";
import { answerForm, type FormAnswer } from "~/session/change-outcome.server";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import { noticePath, noticesPath } from "~/transfer-notice-paths";
import {
  changeNotices,
  findNotice,
  listNotices,
  sendNotices,
} from "~server/transfer-notices/service";
import { NOTICE_FIELDS, type NoticeEntries, type NoticePart } from "./rules";
import { dueText, entryText, noticeWords as words, sentText } from "./words";

type Answer = Awaited<ReturnType<(typeof listNotices)["run"]>>;
type Row = DeepReadonly<Extract<Answer, { due: number }>["rows"][number]>;
type FormEntries = Partial<Record<(typeof FORM_FIELDS)[number], string>>;
export type NoticeAnswer = FormAnswer<FormEntries>;

/** The version opened, and what is typed. */
const FORM_FIELDS = ["version", ...NOTICE_FIELDS] as const;
const TAG = "transfer-notices";
const FILE = `${TAG}-data`;

export async function loadNotices(args: LoaderFunctionArgs) {
  const { pathname, search } = new URL(args.request.url);
  const { view, nav, notices } = await loadSettings(args, words, {
    ask: ({ ask }, { id }) => ask(listNotices, asked(args.request, id)),
    entriesOf: (form) => textsIn(form, ["ombudsman_on"]),
    listOf({ month, rows, due }, { id }, today) {
      const present = today.slice(0, 7);
      const middle = monthNumberOf(`${month ?? present}-01`);
      const months = [middle - 1, middle, middle + 1].map((one) =>
        firstDayOfMonth(one).slice(0, 7),
      );
      return {
        heading: month ? monthOfDay(`${month}-01`) : words.due,
        empty: month ? words.empty : words.noneDue,
        views: [
          ...months
            .filter((one) => one <= present)
            .map((one) => ({
              href: noticesPath(id, { month: one }),
              text: monthOfDay(`${one}-01`),
              isShown: one === month,
            })),
          {
            href: noticesPath(id, { due: 1 }),
            text: dueText(due),
            isShown: month === null,
          },
        ],
        rows: rows.map(rowOf),
        sendPath:
          month && rows.some((row) => !row.planned && !row.entries.ombudsman_on)
            ? noticesPath(id, { month })
            : null,
      };
    },
    files: [{ text: words.csv, href: pathname.replace(TAG, FILE) + search }],
  });
  return { view: { ...view, href: pathname + search }, nav, notices };
}

function asked({ url }: Request, facilityId: number, file = false) {
  const { searchParams: search } = new URL(url);
  const month = search.get("month")?.slice(0, 10) ?? "";
  return { facilityId, month, isDue: search.get("due") === "1", file };
}

function rowOf({ entries, due, ...row }: Row) {
  const day = usDayOf(isoDayOf(row.transferred_on));
  const kind = words.kinds[row.planned ? "planned" : "emergency"];
  /** Null if it is missing. */
  const partOf = (part: NoticePart) =>
    due.includes(part) ? null : entryText(part, entries[part]);
  const on = partOf("notice_on");
  const to = entryText("notice_to", entries.notice_to);
  return {
    id: row.transfer_id,
    href: noticePath(row.transfer_id),
    name: lastFirst(row.last_name, row.first_name),
    mrn: row.mrn ?? messages.unknown,
    day: `${day}, ${kind}`,
    hospital: [row.hospital, row.reason].filter(Boolean).join(", "),
    notice_on: on && [on, to, entries.notice_by].filter(Boolean).join(", "),
    bed_hold_on: partOf("bed_hold_on"),
    ombudsman_on: partOf("ombudsman_on"),
  };
}

/** Answers with the list of a page as a file; see `loadTodayFile` for what it throws (R576). */
export async function loadNoticesFile({ request, params }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const page = pathname.replace(FILE, TAG) + search;
  const signedIn = await requireScreenOfFile(request, page);
  const id = Number(params.id);
  return makeFile(signedIn, { tag: TAG, page }, async (back) => {
    const outcome = await signedIn.ask(listNotices, asked(request, id, true));
    if (outcome.kind !== "data") return noFile(outcome, words, back);
    const { month, today } = outcome.answer;
    const rows = outcome.answer.rows.map((row) => ({
      facility_id: id,
      transfer_id: row.transfer_id,
      patient_id: row.patient_id,
      mrn: row.mrn,
      patient_last_name: row.last_name,
      patient_first_name: row.first_name,
      transferred_on: isoDayOf(row.transferred_on),
      kind: row.planned ? "planned" : "emergency",
      ...{ hospital: row.hospital, reason: row.reason },
      ...row.entries,
      missing: row.due.map((part) => words.columns[part]).join("; "),
    }));
    const [first] = rows;
    if (!first) return back("info", words.empty);
    const name = `${TAG}-facility-${id}-${month ?? `due-${today}`}.csv`;
    return csvFile(request, name, Object.keys(first), rows.map(Object.values));
  });
}

export async function loadNotice({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = signedIdParam.parse(params.id);
  const notice = answerOf(await signedIn.ask(findNotice, { id }));
  const kept = await signedIn.takeKeptForm();
  const { facility_id, facility_name: name, planned } = notice;
  const day = isoDayOf(notice.transferred_on);
  const { nav } = await navOfFacility(signedIn, { id: facility_id, name });
  const { columns, facts: labels, kinds } = words;
  const kind =
    planned === null ? null : kinds[planned ? "planned" : "emergency"];
  const facts: [label: string, value: string | null][] = [
    [labels.mrn, notice.mrn],
    [labels.facility, name],
    [columns.day, usDayOf(day)],
    [labels.kind, kind],
    [columns.hospital, notice.hospital],
    [labels.reason, notice.reason],
  ];
  const view = {
    path: noticePath(notice.transfer_id),
    name: lastFirst(notice.last_name, notice.first_name),
    /** Physicians have no list of a facility. */
    listHref: nav ? noticesPath(facility_id, { month: day.slice(0, 7) }) : null,
    mayWrite: notice.may_write,
    today: isoDayOf(notice.today),
    facts: facts.map(([label, value]) => ({
      label,
      value: value || words.unknown,
    })),
    entries: kept
      ? textsIn(kept.form, FORM_FIELDS)
      : { ...notice.entries, version: String(notice.version) },
    unsent: kept?.unsent ?? null,
    recorded: factsOf(notice.entries),
    history: notice.history
      .map(({ author, at, changes }, index) => ({
        label: `${index + 1}. ${byWhom(author, at)}`,
        value: factsOf(changes)
          .map(({ label, value }) => `${label}: ${value}`)
          .join("\n"),
      }))
      .reverse(),
  };
  return { view, ...(nav && { nav }), notices: [] };
}

function factsOf(entries: Partial<NoticeEntries>) {
  return NOTICE_FIELDS.flatMap((field) => {
    const text = entries[field];
    if (text === undefined) return [];
    const value = entryText(field, text) || words.none;
    return [{ label: words.fields[field], value }];
  });
}

/** What was typed stays after somebody else's change, with theirs (R573). */
export async function saveNotices({ request, params }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const id = signedIdParam.parse(params.id);
    const { version, ...entries } = textsIn(form, FORM_FIELDS);
    const asked = { id, version: Number(version), entries };
    const outcome = await signedIn.ask(changeNotices, asked);
    signedIn.forgetPlaceCounts();
    const isStale = outcome.kind === "failure" && outcome.status === 409;
    const typed = { entries: isStale ? entries : { ...entries, version } };
    const done = { page: noticePath(id), text: words.saved };
    return answerForm(signedIn, outcome, typed, done);
  });
}

/** Marks the list of the address as sent (R574). */
export async function saveSending({ request, params }: ActionFunctionArgs) {
  return answerUserForm(request, async ({ form, signedIn }) => {
    const month = new URL(request.url).searchParams.get("month") ?? "";
    const facilityId = idParam.parse(params.id);
    const entries = textsIn(form, ["ombudsman_on"]);
    const asked = { facilityId, month, ...entries };
    const outcome = await signedIn.ask(sendNotices, asked);
    signedIn.forgetPlaceCounts();
    const sent = outcome.kind === "data" ? outcome.answer.sent : 0;
    const page = noticesPath(facilityId, { month });
    const done = { page, text: sentText(sent) };
    return answerForm(signedIn, outcome, { entries }, done);
  });
}
