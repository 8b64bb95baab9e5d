import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { idParam, signedIdParam } from "~/contract/wire";
import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { usDayOf } from "~/domain/calendar";
import { byWhom } from "~/features/chart-events/rules/note-text";
import { lastFirst } from "~/domain/person-name";
import { navOfFacility } from "~/navigation.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import { noticePath, noticesPath } from "~/transfer-notice-paths";
import { findNotice } from "~server/transfer-notices/service";
import {
  entriesOf,
  NOTICE_FIELDS,
  type NoticeEntries,
  type NoticeField,
} from "./rules";
import { entryText, noticeWords as words } from "./words";

type Notice = Awaited<ReturnType<typeof findNoticeOf>>;

export type NoticeView = Awaited<ReturnType<typeof loadNotice>>["view"];

export async function loadNotice({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const id = signedIdParam.parse(params.id);
  const notice = await findNoticeOf(signedIn, id);
  // The transfer has another number now, or another row stands for it.
  if (notice.transfer_id !== id) throw redirect(noticePath(notice.transfer_id));
  const kept = await signedIn.takeKeptForm();
  const { facility_id, facility_name: facility, transferred_on } = notice;
  const { nav } = await navOfFacility(signedIn, {
    ...{ id: facility_id, name: facility },
  });
  const list = noticesPath("facility", facility_id, {
    month: transferred_on.slice(0, 7),
  });
  const view = {
    path: noticePath(id),
    name: lastFirst(notice.last_name, notice.first_name),
    /** Physicians have no list of a facility. */
    listHref: nav ? list : null,
    isKnown: notice.planned !== null,
    mayWrite: notice.may_write,
    today: notice.today,
    facts: factsOf(notice),
    version: kept ? readVersion(kept.form) : notice.version,
    entries: kept ? readEntries(kept.form) : notice.entries,
    unsent: kept?.unsent ?? null,
    history: [...notice.history].reverse().map(changeText),
  };
  return { view, ...(nav && { nav }), notices: [] };
}

export async function findNoticeOf(signedIn: SignedIn, id: number) {
  const outcome = await signedIn.ask(findNotice, { id });
  if (outcome.kind === "data") return outcome.answer;
  if (outcome.kind === "empty") throw pageError(404);
  throw failurePage(outcome);
}

export function readEntries(form: FormData): NoticeEntries {
  return entriesOf(
    Object.fromEntries(
      NOTICE_FIELDS.map((field) => {
        const value = form.get(field);
        return [field, typeof value === "string" ? value : ""];
      }),
    ),
  );
}

/** 0 if nothing was recorded. */
export function readVersion(form: FormData): number {
  return idParam.safeParse(form.get("version")).data ?? 0;
}

function factsOf(notice: Notice) {
  const { columns, kinds } = words;
  const facts: [label: string, value: string | null][] = [
    [columns.mrn, notice.mrn],
    [columns.facility, notice.facility_name],
    [columns.day, usDayOf(notice.transferred_on)],
    [
      columns.kind,
      notice.planned === null
        ? null
        : kinds[notice.planned ? "planned" : "emergency"],
    ],
    [columns.hospital, notice.hospital],
    [columns.reason, notice.reason],
  ];
  return facts.map(([label, value]) => ({
    label,
    value: value || words.form.unknown,
  }));
}

function changeText({ author, at, changes }: Notice["history"][number]) {
  const fields = Object.entries(changes) as [NoticeField, string][];
  return {
    by: byWhom(author, at),
    facts: fields.map(([field, value]) => ({
      label: words.fields[field],
      value: entryText(field, value) || words.form.empty,
    })),
  };
}
