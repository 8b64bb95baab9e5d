import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { idParam, signedIdParam } from "~/contract/wire";
import { answerOf } from "~/data/call-failure.server";
import { usDayOf } from "~/domain/calendar";
import { lastFirst } from "~/domain/person-name";
import { byWhom } from "~/features/chart-events/rules/note-text";
import { textsIn } from "~/http/read-form.server";
import { navOfFacility } from "~/navigation.server";
import { requireScreen } from "~/session/screen.server";
import { noticePath, noticesPath } from "~/transfer-notice-paths";
import { findNotice } from "~server/transfer-notices/service";
import { NOTICE_FIELDS, type NoticeEntries } from "./rules";
import { entryText, noticeWords as words } from "./words";

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
    name: lastFirst(notice.last_name, notice.first_name),
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
