import type { DeepReadonly } from "~/contract/deep-readonly";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import {
  isSmallDenominator,
  SMALL_DAYS_NOTE,
} from "~/domain/figures/small-numbers";
import { listPage } from "~/domain/lists/list-page";
import { formatCount, formatPer1000 } from "~/domain/number-format";
import type { Level } from "~/domain/places/hierarchy";
import type { countTransfers, TransferGroup } from "~server/transfers/service";
import {
  groupLinkId,
  LIST_HEADING_ID,
  transfersHref,
  type TransfersAddress,
} from "./address";
import {
  COMPARED,
  isOfReviews,
  keysOf,
  NOT_KNOWN,
  type Grouping,
} from "./rules";
import {
  blockText,
  GROUPING_TITLES,
  groupLabel,
  largestText,
  ofCausedText,
  ofReviewsText,
  shareText,
  shortWeekday,
  smallShareNote,
  transferWords as words,
  transfersText,
} from "./words";
import { placePath } from "~/paths";

type Data<Result> = Result extends { data: infer Found } ? Found : never;
type Counted = DeepReadonly<
  Data<Awaited<ReturnType<(typeof countTransfers)["run"]>>>
>;
type Group = Counted["groupings"][number]["groups"][number];

export type Patterns = ReturnType<typeof patternsOf>;

interface Links {
  hasLists: boolean;
  /** The days of the page, which a facility's own page has to show too. */
  range: { startDate: string; endDate: string };
}

const COMPARING: readonly Level[] = ["company", "division", "region"];

const FACILITIES_OF_A_PAGE = 20;

export function patternsOf(
  counted: Counted,
  address: TransfersAddress,
  links: Links,
) {
  const { level, carried } = address;
  const { transfers: total, days, groupings } = counted;
  const hrefOf = (of: Pick<TransfersAddress, "level" | "id" | "carried">) =>
    linkTo(of, links.hasLists);
  const own = hrefOf(address);
  const cell = cellOf(own, address.list?.group ?? null);
  const isShown = ({ by }: { by: Grouping }) =>
    !(by === "physician" && level === "physician");
  const cardOf = (by: Grouping) => cardsBy.get(by);
  const cardsBy = new Map(
    groupings
      .filter(isShown)
      .map((one) => [one.by, groupingOf(one, counted, cell)]),
  );
  return {
    state: "data" as const,
    total: transfersText(total),
    allHref: own(null),
    smallNote: smallShareNote(total),
    grid: gridOf(groupings, formatCount(total), cell),
    days: days.map((transfers) => transfers),
    sinceAdmission: cardOf("since_admission") ?? null,
    groupings: CARDS.flatMap((by) => cardOf(by) ?? []),
    facilities:
      COMPARING.includes(level) && carried["facility-id"] === undefined
        ? facilitiesOf(counted, address, { ...links, hrefOf })
        : null,
  };
}

/** Groupings that have a card, in an order that fills the columns evenly. */
const CARDS: readonly Grouping[] = [
  "cause",
  "reason",
  "unit",
  "diagnosis",
  "shift",
  "outcome",
  "avoidable",
  "hospital",
  "physician",
];

type Href = (group: { by: Grouping; key: string } | null) => string | null;

/** Addresses of lists; null where they are closed to the viewer. */
function linkTo(
  of: Pick<TransfersAddress, "level" | "id" | "carried">,
  hasLists: boolean,
): Href {
  return (group) =>
    hasLists
      ? `${transfersHref({ ...of, list: { group, page: 1 }, page: 1 })}#${LIST_HEADING_ID}`
      : null;
}

type Cell = ReturnType<typeof cellOf>;

function cellOf(href: Href, shown: { by: Grouping; key: string } | null) {
  return (by: Grouping, group: Group, at: number) => ({
    key: group.key,
    id: groupLinkId(by, at),
    label: groupLabel(by, group),
    name: nameOf(groupLabel(by, group), group.transfers),
    count: formatCount(group.transfers),
    href: group.transfers > 0 ? href({ by, key: group.key }) : null,
    isShown: shown?.by === by && shown.key === group.key,
  });
}

function nameOf(label: string, transfers: number): string {
  return `${label}: ${transfersText(transfers)}`;
}

function groupingOf(
  { by, groups, isCut }: Counted["groupings"][number],
  counted: Counted,
  cell: Cell,
) {
  const { transfers, unplanned, reviewed, caused } = counted;
  const of = by === "cause" ? caused : isOfReviews(by) ? reviewed : transfers;
  const most = Math.max(...groups.map((group) => group.transfers));
  return {
    by,
    title: GROUPING_TITLES[by],
    more: isCut ? largestText(groups.length) : null,
    note: isOfReviews(by)
      ? reviewed === 0
        ? words.noneReviewed
        : [
            `${ofReviewsText(reviewed, unplanned)}.`,
            by === "cause" && caused > 0 ? ofCausedText(caused) : null,
            smallShareNote(of),
          ]
            .filter((text) => text !== null)
            .join(" ")
      : null,
    rows: groups.map((group, at) => ({
      ...cell(by, group, at),
      share: shareText(group.transfers, of),
      width: Math.round((group.transfers / most) * 100),
    })),
  };
}

/** Has the sums of both, and a column of unknown hours if there are any. */
function gridOf(groupings: Counted["groupings"], total: string, cell: Cell) {
  const groupsBy = (by: Grouping) =>
    groupings.find((one) => one.by === by)?.groups ?? [];
  const hours = groupsBy("hour");
  const times = groupsBy("weekday_hour");
  const most = Math.max(...times.map(({ transfers }) => transfers));
  return {
    total,
    columns: hours.map((group, at) => ({
      short:
        group.key === NOT_KNOWN ? words.notKnown : blockText(Number(group.key)),
      ...cell("hour", group, at),
    })),
    rows: groupsBy("weekday").map((weekday, row) => ({
      short: shortWeekday(weekday.key),
      ...cell("weekday", weekday, row),
      cells: hours.map(({ key: hour }) => {
        const key = `${weekday.key}-${hour}`;
        const at = times.findIndex((one) => one.key === key);
        const group = times[at] ?? { key, transfers: 0 };
        return {
          ...cell("weekday_hour", group, at),
          /** Its share of the largest group, for the bar. */
          ofMost: Math.round((group.transfers / most) * 100) / 100,
        };
      }),
    })),
  };
}

const SHIFTS = keysOf("shift");

/** The highest rate first, then those whose rate is mostly chance, then those without one (R531). */
function facilitiesOf(
  { facilities }: Counted,
  address: TransfersAddress,
  {
    range,
    hrefOf,
  }: Links & {
    hrefOf: (of: Pick<TransfersAddress, "level" | "id" | "carried">) => Href;
  },
) {
  const carried = { ...address.carried, ...range };
  const sorted = facilities
    .map((facility) => ({ ...facility, ...rateOf(facility) }))
    .sort(
      (one, other) =>
        other.weight - one.weight ||
        (other.rate ?? 0) - (one.rate ?? 0) ||
        other.transfers - one.transfers ||
        one.id - other.id,
    );
  const { rows, page, pages } = listPage(
    sorted,
    address.page,
    FACILITIES_OF_A_PAGE,
  );
  return {
    page,
    pages,
    hasUnknownShift: rows.some(({ shifts }) =>
      shifts.some(({ key, transfers }) => key === NOT_KNOWN && transfers > 0),
    ),
    hrefs: Array.from({ length: pages }, (_, at) =>
      transfersHref({ ...address, list: null, page: at + 1 }),
    ),
    smallNote: rows.some(({ weight }) => weight === 1) ? SMALL_DAYS_NOTE : null,
    rows: rows.map(({ id, name, transfers, shifts, most, ...of }) => {
      const href = hrefOf({ level: "facility", id, carried });
      const numberOf = (by: Grouping, group: DeepReadonly<TransferGroup>) => ({
        label: groupLabel(by, group),
        name: nameOf(`${name}, ${groupLabel(by, group)}`, group.transfers),
        count: formatCount(group.transfers),
        href: group.transfers > 0 ? href({ by, key: group.key }) : null,
      });
      return {
        id,
        name,
        href: placePath("transfers", "facility", id, carried),
        all: {
          label: words.all,
          name: nameOf(name, transfers),
          count: formatCount(transfers),
          href: transfers > 0 ? href(null) : null,
        },
        rate:
          of.rate === null
            ? words.nothing
            : `${of.weight === 1 ? `${SMALL_MARK} ` : ""}${formatPer1000(of.rate)}`,
        shifts: SHIFTS.map((key) =>
          numberOf(
            "shift",
            shifts.find((one) => one.key === key) ?? { key, transfers: 0 },
          ),
        ),
        most: [...COMPARED, "cause" as const].map((by) => {
          const group = most[by];
          return group && numberOf(by, group);
        }),
      };
    }),
  };
}

/** Few days say little, and none say nothing. */
function rateOf({ transfers, days }: { transfers: number; days: number }) {
  if (days === 0) return { rate: null, weight: 0 };
  const isSmall = isSmallDenominator({ daysPerUnit: 1 }, days);
  return { rate: (transfers * 1000) / days, weight: isSmall ? 1 : 2 };
}
