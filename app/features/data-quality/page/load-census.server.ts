import type { LoaderFunctionArgs } from "@remix-run/node";
import { noticesOf, panelOf } from "~/data/panel.server";
import { ADMINISTRATOR_RANK, mayReadResidents } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { usDayOf, type IsoDay } from "~/domain/calendar";
import { auditTimeText } from "~/features/audit/rules/words";
import { formatCount } from "~/domain/number-format";
import {
  doubtShareText,
  marksOf,
  perDayText,
  FINDING_KINDS,
  type FindingKind,
} from "../rules/census-marks";
import {
  findingText,
  unplacedText,
  censusWords as words,
  findingWords,
  waitingForManager,
} from "../rules/census-words";
import { dashboardCrumb } from "~/features/shell/navigation/first-crumbs";
import { userTitles } from "~/features/users/rules/titles";
import { paths, profilePath, withQuery } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import {
  type FacilityOfCensus,
  listCensus,
  listFindings,
  type ResidentFinding,
  type WaitingMessages,
} from "~server/data-quality/service";
import {
  type CensusAddress,
  censusHref,
  censusQuery,
  LIST_HEADING_ID,
  listLinkId,
  readCensusAddress,
} from "./census-address";
import { MESSAGE_REASONS } from "~/features/messages/rules/message-states";
import { messages } from "~/domain/messages";
import { lastFirst } from "~/domain/person-name";
import { residentPath } from "~/resident-paths";

export type CensusView = Awaited<ReturnType<typeof loadCensus>>["view"];
export type FacilityRow = ReturnType<typeof facilityRows>[number];

export type Unplaced = Extract<
  CensusView["facilities"],
  { state: "data" }
>["unplaced"];

function facilityRows(
  facilities: readonly FacilityOfCensus[],
  address: CensusAddress,
  viewer: Viewer,
) {
  const known = knowsBeds(facilities);
  return facilities.map((facility) => ({
    ...rowOf(facility, known),
    findings: findingsOf(facility, address, mayReadResidents(viewer)),
  }));
}

/** True where the beds of any facility are known: without an import of CMS ratings none are. */
function knowsBeds(facilities: readonly FacilityOfCensus[]): boolean {
  return facilities.some(({ beds }) => beds !== null);
}

function rowOf(facility: FacilityOfCensus, knowsAny: boolean) {
  const { facility_id: id, last_message, last_movement } = facility;
  const { stays, stays_in_doubt: inDoubt } = facility;
  return {
    id,
    name: facility.facility_name,
    href: profilePath("facility", id),
    marks: marksOf(facility),
    feed:
      last_message === null
        ? null
        : {
            message: momentText(last_message),
            movement: last_movement === null ? null : momentText(last_movement),
            movements: movementsText(facility),
          },
    residents: residentsText(facility, knowsAny),
    doubt: doubtShareText(stays, inDoubt),
  };
}

/** Lists of messages name nobody, so they are open to everybody. */
function findingsOf(
  facility: FacilityOfCensus,
  address: CensusAddress,
  hasLists: boolean,
) {
  const { facility_id: facilityId } = facility;
  return FINDING_KINDS.filter((kind) => facility[kind] > 0).map((kind) => {
    const list = { kind, facilityId, page: 1 };
    return {
      key: kind,
      id: listLinkId(list),
      text: findingText(kind, formatCount(facility[kind])),
      href:
        hasLists || kind === "waiting"
          ? `${censusHref({ ...address, list })}#${LIST_HEADING_ID}`
          : null,
      isShown:
        address.list?.kind === kind && address.list.facilityId === facilityId,
    };
  });
}

function momentText(at: string) {
  const { day, time } = auditTimeText(at);
  return { iso: at, text: `${day} ${time}` };
}

function movementsText({
  movements,
  usual_movements: usual,
}: FacilityOfCensus): string {
  const now = movements === null ? words.youngFeed : perDayText(movements);
  return usual === null ? now : `${now}, usually ${perDayText(usual)}`;
}

/** '92 of 110', or '92, beds not known' where those of others are. */
function residentsText(
  { residents, beds }: FacilityOfCensus,
  knowsAny: boolean,
): string {
  const inHouse = residents === null ? words.notKnown : formatCount(residents);
  if (beds !== null) return `${inHouse} of ${formatCount(beds)}`;
  return knowsAny ? `${inHouse}, ${words.bedsNotKnown}` : inHouse;
}

const TEXTS = { systemError: words.failed };

export async function loadCensus({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { viewer } = signedIn.user;
  const address = readCensusAddress(new URL(request.url).searchParams);
  const [outcome, list] = await Promise.all([
    askCensus(signedIn, address),
    loadFindings(signedIn, address),
  ]);
  const facilities = facilitiesOf(outcome, address, signedIn);
  const next = outcome.kind === "data" ? outcome.answer.next : null;
  const pageHref = (page: number) =>
    censusHref({ ...address, page, list: null });
  const view = {
    facilities,
    knowsBeds: outcome.kind === "data" && knowsBeds(outcome.answer.data),
    list,
    sort: address.sort,
    page: address.page,
    query: censusQuery({ ...address, sort: null, page: 1 }),
    allHref:
      address.place === null
        ? null
        : censusHref({ ...address, place: null, page: 1, list: null }),
    href: censusHref(address),
    olderHref: next === null ? null : pageHref(address.page + 1),
    newestHref: address.page === 1 ? null : pageHref(1),
  };
  return {
    view,
    crumbs: [
      rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK
        ? { label: userTitles.all, href: paths.users }
        : dashboardCrumb(viewer),
      { label: words.title, current: true },
    ],
    notices: noticesOf(facilities),
  };
}

function askCensus(signedIn: SignedIn, { place, page, sort }: CensusAddress) {
  const order = sort && { sort: sort.column, dir: sort.direction };
  return signedIn.ask(listCensus, { place, ...order, page: page - 1 });
}

function facilitiesOf(
  outcome: Awaited<ReturnType<typeof askCensus>>,
  address: CensusAddress,
  { user: { viewer } }: SignedIn,
) {
  const panel = panelOf(outcome, TEXTS, (answer) => answer);
  if (panel.state !== "data") return panel;
  const { data, unplaced } = panel.data;
  const isAdministrator = rankOf(viewer.accessLevel) === ADMINISTRATOR_RANK;
  return {
    state: "data" as const,
    rows: facilityRows(data, address, viewer),
    /** Waiting messages with an unknown facility; no link for users who may not see them. */
    unplaced: unplaced
      ? {
          text: unplacedText(formatCount(unplaced)),
          href: isAdministrator ? paths.feed : null,
        }
      : null,
  };
}

type ListColumn = keyof typeof words.list;

const OF_STAYS: readonly ListColumn[] = [
  "name",
  "mrn",
  "physician",
  "admitted",
  "discharged",
  "source",
];
const OF_TRANSFERS: readonly ListColumn[] = [
  "name",
  "mrn",
  "transferred",
  "outcome",
  "admitted",
  "discharged",
  "source",
];

const COLUMNS: Partial<Record<FindingKind, readonly ListColumn[]>> = {
  transfer_outside_stay: OF_TRANSFERS.filter(
    (column) => column !== "admitted" && column !== "discharged",
  ),
  assumed_outcome: OF_TRANSFERS,
  no_physician: OF_STAYS.filter((column) => column !== "physician"),
  waiting: ["reason", "messages"],
};

const REFUSALS: ReadonlyMap<number, string> = new Map([
  [403, words.closedList],
  [404, words.noFacility],
]);

/** Null if the address names no list; a closed list says so. */
async function loadFindings(
  { ask, user: { viewer } }: Pick<SignedIn, "ask" | "user">,
  address: CensusAddress,
) {
  const { list } = address;
  if (!list) return null;
  const { kind, facilityId, page } = list;
  const asked = { kind, facilityId, page: page - 1 };
  const outcome = await ask(listFindings, asked);
  const refusal =
    outcome.kind === "failure" ? REFUSALS.get(outcome.status) : undefined;
  const panel =
    refusal === undefined ? panelOf(outcome, TEXTS, (answer) => answer) : null;
  const found = panel?.state === "data" ? panel.data : null;
  const pageHref = (at: number) =>
    censusHref({ ...address, list: { ...list, page: at } });
  const next = found?.next ?? null;
  return {
    heading: findingWords[kind].title,
    ...toDo(kind, viewer),
    columns: (COLUMNS[kind] ?? OF_STAYS).map((key) => ({
      key,
      label: words.list[key],
      numeric: key === "messages",
    })),
    rows: (found?.rows ?? []).map(findingRow),
    message: found
      ? null
      : (refusal ??
        (panel?.state === "error" ? panel.message : words.emptyList)),
    closeHref: `${censusHref({ ...address, list: null })}#${listLinkId(list)}`,
    href: pageHref(page),
    olderHref: next === null ? null : pageHref(page + 1),
    newestHref: page === 1 ? null : pageHref(1),
  };
}

function toDo(kind: FindingKind, { accessLevel }: Viewer) {
  if (kind !== "waiting" || rankOf(accessLevel) !== ADMINISTRATOR_RANK) {
    return { todo: findingWords[kind].todo, wayOut: null };
  }
  const { todo, link: text } = waitingForManager;
  const href = withQuery(paths.feed, { status: "waiting" });
  return { todo, wayOut: { href, text } };
}

function findingRow(finding: ResidentFinding | WaitingMessages): {
  cells: Record<string, string>;
  href: string | null;
} {
  if ("reason" in finding) {
    const { reason, messages: count } = finding;
    const why = reason ? MESSAGE_REASONS[reason].why : messages.unknown;
    return { cells: { reason: why, messages: formatCount(count) }, href: null };
  }
  const { outcome, word_of: source } = finding;
  const cells = {
    name: lastFirst(finding.last_name, finding.first_name),
    mrn: finding.mrn ?? messages.unknown,
    physician: finding.physician_name ?? words.noPhysician,
    admitted: dayText(finding.admitted_on) ?? messages.unknown,
    discharged: dayText(finding.discharged_on) ?? words.openStay,
    transferred: dayText(finding.transferred_on) ?? messages.unknown,
    outcome: outcome ? words.outcomes[outcome] : messages.unknown,
    source: words.sources[source],
  };
  return { cells, href: residentPath(finding.resident_id) };
}

function dayText(day: IsoDay | null): string | null {
  return day && usDayOf(day);
}
