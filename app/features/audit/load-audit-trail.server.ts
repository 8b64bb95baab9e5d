import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { auditFile, auditTrail } from "~/audit-paths";
import type { DeepReadonly } from "~/contract/deep-readonly";
import type { Outcome } from "~/data/call.server";
import { administrationCrumbs } from "~/features/shell/navigation/first-crumbs";
import { noticesOf, panelOf } from "~/data/panel.server";
import { auditDetailsText } from "./rules/details";
import {
  auditActionText,
  auditTimeText,
  nobodyText,
  auditWords,
} from "./rules/words";
import {
  LONGEST_MRN,
  readAuditPage,
  readMrn,
  unknownMrn,
  type AuditFilters,
  type UnknownResident,
  auditHref,
} from "./rules/filters";
import { newYorkDay } from "~/domain/calendar";
import { counted } from "~/domain/lists/counted-words";
import { EVERYWHERE, NO_OPTIONS } from "~/domain/places/location-choice";
import { formatCount } from "~/domain/number-format";
import { rangeText } from "~/domain/range-text";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import {
  listAuditEvents,
  residentsOfMrn,
  type AuditEvent,
  auditFile as exportTrail,
} from "~server/audit/service";
import type { ListState } from "~/ui/list-states";
import { pageError } from "~/data/page-error.server";
import { answerDownload } from "~/http/answer-download.server";

export type AuditView = Awaited<ReturnType<typeof loadAuditTrail>>["view"];
export type AuditRow = ReturnType<typeof rowOf>;
type AuditList = ListState<{ rows: AuditRow[]; count: string }>;

const TEXTS = { systemError: auditWords.failed };

export async function loadAuditTrail({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { searchParams: search } = new URL(request.url);
  const { filters, before, notes, ...read } = readAuditPage(
    search,
    newYorkDay(new Date()),
  );
  const { user, action, resident, startDate, endDate } = filters;
  const mrn = readMrn(search);
  const unknownResident =
    mrn === null
      ? read.unknownResident
      : await leadToResident(signedIn, mrn, filters);
  const outcome = unknownResident
    ? null
    : await signedIn.ask(listAuditEvents, {
        ...questionOf(filters),
        before: before ?? undefined,
      });
  const list: AuditList = outcome
    ? listOf(outcome, filters)
    : { state: "empty", message: unknownResident?.error ?? "" };
  const next = outcome?.kind === "data" ? outcome.answer.next : null;
  const hrefOf = (page: number | null) => auditHref(auditTrail, filters, page);
  const view = {
    options: NO_OPTIONS,
    choice: EVERYWHERE,
    range: { startDate, endDate },
    filterNotes: notes,
    unknownResident,
    hidden: {},
    user,
    action,
    resident,
    list,
    href: hrefOf(before),
    olderHref: next === null ? null : hrefOf(next),
    newestHref: before === null ? null : hrefOf(null),
    fileHref: auditHref(auditFile, filters),
    isFiltered: search.size > 0,
    paperHead: paperHead(filters),
  };
  const crumbs = administrationCrumbs(auditWords.title);
  return { view, crumbs, notices: noticesOf(list) };
}

/** Throws the redirect if exactly one resident has the MRN. */
async function leadToResident(
  signedIn: SignedIn,
  mrn: string,
  filters: AuditFilters,
): Promise<UnknownResident> {
  if (mrn.length > LONGEST_MRN) return unknownMrn(mrn, []);
  const outcome = await signedIn.ask(residentsOfMrn, { mrn });
  if (outcome.kind === "failure") {
    return { ...unknownMrn(mrn, []), error: auditWords.failed };
  }
  const ids = outcome.kind === "data" ? outcome.answer.ids : [];
  const [resident, ...others] = ids;
  if (resident === undefined || others.length > 0) return unknownMrn(mrn, ids);
  // An address with an MRN would name the resident in histories and logs.
  throw redirect(auditHref(auditTrail, { ...filters, resident }));
}

function questionOf(filters: AuditFilters) {
  return {
    user: filters.user ?? undefined,
    action: filters.action ?? undefined,
    resident: filters.resident ?? undefined,
    from: filters.startDate,
    to: filters.endDate,
  };
}

function listOf(
  outcome: Outcome<{ events: readonly DeepReadonly<AuditEvent>[] }>,
  filters: AuditFilters,
): AuditList {
  const panel = panelOf(outcome, TEXTS, ({ events }) => events);
  if (panel.state !== "data") return panel;
  const rows = panel.data.map((event) => rowOf(event, filters));
  return { state: "data", rows, count: countText(rows) };
}

function rowOf(event: DeepReadonly<AuditEvent>, filters: AuditFilters) {
  const named = (username: string | null) =>
    username === null
      ? null
      : {
          username,
          href: auditHref(auditTrail, { ...filters, user: username }),
        };
  return {
    id: event.id,
    at: event.at,
    ...auditTimeText(event.at),
    who: named(event.username),
    nobody: nobodyText(event),
    what: auditActionText(event.action),
    target: named(event.targetUsername),
    details: auditDetailsText(event.action, event.details),
    address: event.address,
  };
}

/** '50 events, from 11/22/2026 09:14 AM ET back to …'. */
function countText(rows: readonly AuditRow[]): string {
  const many = counted(formatCount(rows.length), "events");
  const [newest] = rows;
  const oldest = rows.at(-1);
  if (!newest || !oldest || newest === oldest) return many;
  const from = `${newest.day} ${newest.time}`;
  return `${many}, from ${from} back to ${oldest.day} ${oldest.time}`;
}

function paperHead({ user, action, resident, ...range }: AuditFilters): string {
  return [
    auditWords.title,
    rangeText(range),
    user,
    action === null ? null : auditActionText(action),
    resident === null ? null : `${auditWords.resident} ${resident}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Throws login, 403, and 400 for filters that the page would have corrected. Leads back with a notice if there is no
 * file.
 */
export async function loadAuditFile(request: Request): Promise<Response> {
  const trail = trailOfFile(request);
  const signedIn = await requireScreenOfFile(request, trail);
  const { filters, notes, unknownResident } = readPage(request);
  if (notes.length > 0 || unknownResident)
    throw pageError(400, auditWords.badFilters);
  const { startDate, endDate } = filters;
  const outcome = await signedIn.downloadOf(exportTrail, questionOf(filters), {
    contentType: "text/csv",
    signal: request.signal,
  });
  return answerDownload(request, signedIn, outcome, {
    name: `audit-trail-from-${startDate}-${endDate}.csv`,
    page: trail,
    empty: auditWords.empty,
    failed: auditWords.noFile,
  });
}

export function trailOfFile(request: Request): string {
  return auditHref(auditTrail, readPage(request).filters);
}

function readPage(request: Request) {
  return readAuditPage(
    new URL(request.url).searchParams,
    newYorkDay(new Date()),
  );
}
