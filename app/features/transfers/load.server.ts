import { messages } from "~/domain/messages";
import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  emptyNotes,
  GRAPH_ERROR_ABOVE,
  noticesOf,
  panelOf,
} from "~/data/panel.server";
import { pageError } from "~/data/page-error.server";
import { mayReadResidents } from "~/domain/access/guard";
import { TRANSFERS_TAG } from "~/domain/figures/figure-tags";
import { readPage } from "~/domain/lists/list-page";
import { LEVELS, type Level } from "~/domain/places/hierarchy";
import {
  leadToAccepted,
  readPlaceFilters,
  shownPlaceFilters,
} from "~/features/profile/filters/accepted-range.server";
import { noticeWords } from "~/features/transfer-notices/words";
import { placePage } from "~/features/shell/navigation/place-of-page.server";
import { requireScreen } from "~/session/screen.server";
import {
  countTransfers,
  listTransfers,
  type TransferGroup,
  type TransferRow,
} from "~server/transfers/service";
import {
  readList,
  transfersHref,
  ALL_LINK_ID,
  groupLinkId,
  type ListAddress,
  type TransfersAddress,
} from "./address";
import { patternsOf } from "./patterns.server";
import {
  transferWords as words,
  GROUPING_TITLES,
  groupLabel,
  groupTitle,
  outcomeText,
} from "./words";
import type { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { usDayOf } from "~/domain/calendar";
import { shownOf } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";
import { lastFirst } from "~/domain/person-name";
import { timeOfDayText } from "~/domain/time-of-day";
import { listedReviewText } from "~/features/reviews/rules/words";
import { REVIEW_CAUSES } from "~/features/reviews/rules/fields.data";
import type { Grouping } from "./rules";
import { residentPath } from "~/resident-paths";
import { reviewPath } from "~/review-paths";
import type { SignedIn } from "~/session/require-user.server";
import { placePath } from "~/paths";
import { noticesPath } from "~/transfer-notice-paths";

/** Open to whoever may open the profile (R356). */
export async function loadTransfers({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const level = LEVELS.find((one) => one === params.level);
  if (level === undefined) throw pageError(404);
  const id = Number(params.id);
  const hasLists = mayReadResidents(signedIn.user.viewer);
  const read = await readPlaceFilters(signedIn, request, { level, id });
  const { search, filters, carried } = read;
  const list = readList(search);
  const page = list === null ? readPage(search) : 1;
  const address = { level, id, carried, list, page };
  const href = transfersHref(address);
  if (!read.isAccepted) return leadToAccepted(signedIn, href, read.notes);
  const { startDate, endDate, isnp, facilityId } = filters;
  const asked = { level, id, startDate, endDate, isnp, facilityId };
  const exportHref = placePath("metric-data", level, id, {
    ...carried,
    measure: TRANSFERS_TAG,
  });
  const [outcome, { subject, nav }] = await Promise.all([
    signedIn.ask(countTransfers, asked),
    placePage(signedIn, { level, id }, words.title, {
      query: carried,
      files: hasLists
        ? [{ text: "These transfers (CSV)", href: exportHref }]
        : [],
    }),
  ]);
  // A user who may not see this range can choose another on the page.
  const isRefused = outcome.kind === "failure" && outcome.status === 400;
  const panel = panelOf(
    outcome,
    { systemError: words.failed },
    (answer) => answer,
    isRefused ? GRAPH_ERROR_ABOVE : undefined,
  );
  const opened = await loadTransferList(
    signedIn,
    asked,
    address,
    panel.state === "data" ? panel.data.data.groupings : [],
    panel.state === "data" ? panel.data.data.transfers : 0,
  );
  const shown = shownPlaceFilters(signedIn, href, read, {
    level,
    name: subject.name,
    sort: null,
    reach: panel.state === "data" ? panel.data.data_through : null,
    action: placePath("transfers", level, id),
    kept: {
      "facility-id": facilityId === undefined ? undefined : String(facilityId),
    },
  });
  const view = {
    ...subject,
    notices:
      hasLists && level === "facility"
        ? { text: noticeWords.title, href: noticesPath(id) }
        : null,
    ...shown,
    filterNotes: [...shown.filterNotes, ...emptyNotes(panel)],
    groups:
      panel.state === "data"
        ? patternsOf(panel.data.data, address, {
            hasLists,
            range: { startDate, endDate },
          })
        : panel,
    list: opened,
  };
  return { view, nav, notices: noticesOf(panel) };
}

export type TransferList = NonNullable<
  Awaited<ReturnType<typeof loadTransferList>>
>;

type Row = DeepReadonly<TransferRow>;
type ListColumn = Exclude<keyof typeof words.list, "resident">;

const TRANSFERS = "transfers";

const NUMBERS: readonly string[] = ["days"] satisfies ListColumn[];

type CountedGroups = readonly {
  by: Grouping;
  groups: readonly DeepReadonly<TransferGroup>[];
}[];

/**
 * Null if the address opens none; a closed list says so. `counted` knows the names of physicians and causes; `all` is
 * the number of transfers.
 */
async function loadTransferList(
  signedIn: Pick<SignedIn, "ask">,
  asked: z.input<typeof countTransfers.input>,
  address: TransfersAddress,
  counted: CountedGroups,
  all: number,
) {
  const { list, level } = address;
  if (list === null) return null;
  const outcome = await signedIn.ask(listTransfers, {
    ...asked,
    group: list.group,
    page: list.page - 1,
  });
  const isClosed = outcome.kind === "failure" && outcome.status === 403;
  const isNoGroup = outcome.kind === "failure" && outcome.status === 400;
  const panel =
    isClosed || isNoGroup
      ? null
      : panelOf(outcome, { systemError: words.failed }, ({ data }) => data);
  const found = panel?.state === "data" ? panel.data : null;
  const pageHref = (page: number) =>
    transfersHref({ ...address, list: { ...list, page } });
  const next = found?.next ?? null;
  const none = list.page > 1 ? words.emptyOlder : words.emptyList;
  const total = list.group ? groupOf(list.group, counted)?.transfers : all;
  return {
    heading: headingOf(list, counted, found?.rows ?? []),
    shown:
      found && total
        ? shownOf(
            { page: list.page, rows: found.rows.length, total },
            TRANSFERS,
          )
        : null,
    columns: columnsOf(level),
    rows: (found?.rows ?? []).map(cellsOf),
    message: found
      ? null
      : isClosed
        ? words.closedList
        : panel?.state === "error"
          ? panel.message
          : none,
    closeHref: `${transfersHref({ ...address, list: null })}#${openedFrom(list, counted)}`,
    href: pageHref(list.page),
    olderHref: next === null ? null : pageHref(list.page + 1),
    newestHref: list.page === 1 ? null : pageHref(1),
  };
}

function groupOf(
  { by, key }: NonNullable<ListAddress["group"]>,
  counted: CountedGroups,
) {
  const { groups } = counted.find((one) => one.by === by) ?? { groups: [] };
  return groups.find((group) => group.key === key);
}

/** A group that is left out has no link, so the total's link counts. */
function openedFrom({ group }: ListAddress, counted: CountedGroups): string {
  const groups = counted.find(({ by }) => by === group?.by)?.groups ?? [];
  const at = groups.findIndex(({ key }) => key === group?.key);
  return group && groups[at]?.transfers
    ? groupLinkId(group.by, at)
    : ALL_LINK_ID;
}

const NAMED_BY_KEY: readonly Grouping[] = [
  "hospital",
  "unit",
  "reason",
  "diagnosis",
];

/** 'Day of the week: Saturday', and 'Causes' alone where the key of one has no name. */
function headingOf(
  { group }: ListAddress,
  counted: CountedGroups,
  rows: readonly Row[],
): string {
  if (group === null) return words.all;
  const { by, key } = group;
  const name = nameOf(by, key, counted, rows);
  const label = groupLabel(by, { key, name });
  return label === key && name === null && !NAMED_BY_KEY.includes(by)
    ? GROUPING_TITLES[by]
    : groupTitle(by, label);
}

function nameOf(
  by: Grouping,
  key: string,
  counted: CountedGroups,
  rows: readonly Row[],
): string | null {
  const name = groupOf({ by, key }, counted)?.name ?? null;
  if (name !== null) return name;
  if (by === "physician") return rows[0]?.physician_name ?? null;
  return REVIEW_CAUSES.find(({ id }) => id === key)?.text ?? null;
}

function columnsOf(level: Level) {
  // The page is about it, so that it needs no column.
  const keys = (Object.keys(words.list) as (keyof typeof words.list)[]).filter(
    (key): key is ListColumn => key !== "resident" && key !== level,
  );
  return keys.map((key) => ({
    key,
    label: words.list[key],
    numeric: NUMBERS.includes(key),
  }));
}

function cellsOf(row: Row) {
  const cells: Record<ListColumn, string> = {
    date: [usDayOf(row.transferred_on), timeText(row.minute_of_day)]
      .filter((part) => part !== null)
      .join(" "),
    facility: row.facility_name,
    outcome: outcomeText(row),
    days:
      row.days_since_admission === null
        ? words.noStay
        : formatCount(row.days_since_admission),
    physician: row.physician_name ?? messages.none,
    hospital: row.hospital ?? words.notKnown,
    why:
      [row.reason, row.diagnosis].filter((part) => part !== null).join("; ") ||
      words.notKnown,
  };
  return {
    key: String(row.transfer_id),
    resident: {
      name: lastFirst(row.last_name, row.first_name),
      mrn: row.mrn,
      href: residentPath(row.patient_id),
    },
    reviewHref: row.review_state === null ? null : reviewPath(row.transfer_id),
    reviewText: listedReviewText(row.review_state),
    cells,
  };
}

function timeText(minute: number | null): string | null {
  return minute === null ? null : timeOfDayText(minute);
}
