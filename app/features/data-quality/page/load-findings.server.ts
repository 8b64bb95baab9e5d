import { panelOf } from "~/data/panel.server";
import { ADMINISTRATOR_RANK } from "~/domain/access/guard";
import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import { usDayOf, type IsoDay } from "~/domain/calendar";
import {
  censusWords as words,
  findingWords,
  waitingForManager,
} from "../rules/census-words";
import type { FindingKind } from "../rules/findings";
import { MESSAGE_REASONS } from "~/features/messages/rules/message-states";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { paths, withSearch } from "~/paths";
import { residentPath } from "~/resident-paths";
import type { SignedIn } from "~/session/require-user.server";
import {
  listFindings,
  type ResidentFinding,
  type WaitingMessages,
} from "~server/data-quality/service";
import { censusHref, listLinkId, type CensusAddress } from "./census-address";
import type { FindingList, FindingRow } from "./census-view";

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

/** What is said in the place of a list that is refused. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [403, words.closedList],
  [404, words.noFacility],
]);

/** The list behind the count that an address names; null where it names none. A list that is closed to the viewer says so. */
export async function loadFindings(
  { ask, user: { viewer } }: Pick<SignedIn, "ask" | "user">,
  address: CensusAddress,
): Promise<FindingList | null> {
  const { list } = address;
  if (!list) return null;
  const { kind, facilityId, page } = list;
  const asked = { kind, facilityId, page: page - 1 };
  const outcome = await ask(listFindings, asked);
  const refusal =
    outcome.kind === "failure" ? REFUSALS.get(outcome.status) : undefined;
  const panel =
    refusal === undefined
      ? panelOf(outcome, { systemError: words.failed }, (answer) => answer)
      : null;
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
    rows: (found?.rows ?? []).map(rowOf),
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

function toDo(
  kind: FindingKind,
  { accessLevel }: Viewer,
): Pick<FindingList, "todo" | "wayOut"> {
  if (kind !== "waiting" || rankOf(accessLevel) !== ADMINISTRATOR_RANK) {
    return { todo: findingWords[kind].todo, wayOut: null };
  }
  const { todo, link: text } = waitingForManager;
  const href = withSearch(
    paths.feed,
    new URLSearchParams({ status: "waiting" }),
  );
  return { todo, wayOut: { href, text } };
}

function rowOf(finding: ResidentFinding | WaitingMessages): FindingRow {
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
