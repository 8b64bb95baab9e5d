import type { LoaderFunctionArgs } from "@remix-run/node";
import { GRAPH_MONTHS } from "~/contract/graphs";
import { pageError } from "~/data/page-error.server";
import { noticesOf, panelOf, type Panel } from "~/data/panel.server";
import { inUnits, RATE_MEASURES } from "~/domain/figures/rate-measures";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import {
  isSmallDenominator,
  SMALL_MARK_NOTE,
} from "~/domain/figures/small-numbers";
import { formatRate } from "~/domain/graphs/graph-words";
import { type GraphTag, RATE_GRAPHS } from "~/domain/graphs/rate-graphs";
import { listPage, readPage, readSort } from "~/domain/lists/list-page";
import { messages } from "~/domain/messages";
import {
  childLevelOf,
  type Level,
  NO_PHYSICIAN_ID,
  COMPANY_ID,
} from "~/domain/places/hierarchy";
import {
  leadToAccepted,
  readPlaceFilters,
  shownPlaceFilters,
} from "~/features/profile/filters/accepted-range.server";
import { graphHref } from "~/features/profile/graph-href";
import { placePage } from "~/features/shell/navigation/place-of-page.server";
import { askSignalNews, type SignalNews } from "./news/load-signal-news.server";
import { rowsBelow, SIGNAL_LEVELS, type SignalLevel } from "./rules/own-places";
import { SIGNAL_COLUMNS, type SignalSort, sortSignals } from "./rules/order";
import {
  allText,
  isSignal,
  shortMonth,
  shownText,
  tableTitle,
  unusualText,
  variationText,
  signalWords as words,
} from "./rules/words";
import { targetText } from "~/features/targets/words";
import {
  profilePath,
  type ProfileQuery,
  withQuery,
  withSearch,
  paths,
  placePath,
} from "~/paths";
import {
  asksForDocument,
  contentKeys,
  partialDocument,
} from "~/rendering/partial-document.server";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import {
  listSignals,
  type SignalCells,
  type SignalOfChild,
  type SignalsOfPlace,
} from "~server/signals/service";
import { DOWNLOAD_TEXTS } from "~/domain/lists/download-texts";
import { csvFile, makeFile, noFile } from "~/http/csv-file.server";
import { rateCell } from "~/domain/number-format";
import type { CsvCell } from "~/domain/lists/csv-cells";
import { targetCells, TARGET_PARTS } from "~/features/targets/rules";

type Fresh = SignalNews["fresh"];

export type SignalsView = Awaited<ReturnType<typeof loadSignals>>["view"];
export type SignalList = ReturnType<typeof listOf>;

function rowsOf(
  place: SignalPlace,
  facilities: boolean,
  children: readonly SignalOfChild[],
  carried: ProfileQuery,
  fresh: Fresh,
) {
  const child = childLevelOf(rowsBelow(place.level, facilities)) as Level;
  const query = {
    ...(place.level === "facility" && { "facility-id": place.id }),
    ...carried,
  };
  return children.map(({ id, name, signals, targets }) => {
    const href = profilePath(child, id, query);
    const isNobody = child === "physician" && id === NO_PHYSICIAN_ID;
    return {
      id,
      name: isNobody ? null : name?.trim() || messages.unknown,
      href,
      cells: cellsOf(signals, href, isFresh(fresh, id), targets),
    };
  });
}

function ownSignals(
  { level, id }: SignalPlace,
  { own, ownTargets }: SignalsOfPlace,
  carried: ProfileQuery,
  fresh: Fresh,
) {
  const profile = profilePath(level, id, carried);
  const cells = cellsOf(own, profile, isFresh(fresh, null), ownTargets);
  return RATE_MEASURES.flatMap(({ graph, title }) => {
    const { variation, value, month, words: said, href, target } = cells[graph];
    const isUnusual = isSignal(variation);
    if (!isUnusual && !target) return [];
    const when = month === null ? "" : ` in ${month}`;
    const text = `${title} ${value}${when}: ${said.toLowerCase()}`;
    return [{ text, href, isUnusual, ...(target && { target }) }];
  });
}

function isFresh(fresh: Fresh, child: number | null) {
  return (graph: GraphTag) =>
    fresh.some((one) => one.child === child && one.graph === graph);
}

function cellsOf(
  signals: SignalCells,
  profile: string,
  isNew: (graph: GraphTag) => boolean,
  targets: SignalOfChild["targets"] = {},
) {
  const cells = RATE_MEASURES.map((measure) => {
    const { graph } = measure;
    const cell = signals[graph];
    const { value, month, variation, unusual } = cell;
    const target = targets[graph];
    const over = inUnits(measure, cell.denominator);
    const mark = isSmallDenominator(measure, over) ? `${SMALL_MARK} ` : "";
    const own = {
      value: value === null ? words.noValue : mark + formatRate(measure, value),
      month: month && shortMonth(month),
      variation,
      words: variationText(cell) + (isNew(graph) ? words.isNew : ""),
      unusual:
        unusual > 0 ? unusualText(unusual, cell.judged, GRAPH_MONTHS) : null,
      href: graphHref(profile, graph),
      ...(target && { target: targetText(target, "this month") }),
    };
    return [graph, own] as const;
  });
  return Object.fromEntries(cells) as Record<
    GraphTag,
    (typeof cells)[number][1]
  >;
}

const ROWS_OF_A_PAGE = 50;
const FACILITIES_OF_A_PAGE = 100;

/** Open to whoever may open the place's profile (R367). */
export async function loadSignals({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const level = signalLevelOf(params);
  if (level === null) throw pageError(404);
  const place = { level, id: Number(params.id) };
  const read = await readPlaceFilters(signedIn, request, place);
  const { search, today, filters, notes, carried } = read;
  const sort = readSort(search, SIGNAL_COLUMNS);
  const wanted = readPage(search);
  const facilities = isOfFacilities(level, search);
  const of = facilities ? ("facilities" as const) : undefined;
  const order = sort && { sort: sort.column, dir: sort.direction };
  const path = placePath("signals", level, place.id);
  const page = wanted > 1 ? wanted : undefined;
  const href = withQuery(path, { ...carried, of, ...order, page });
  if (!read.isAccepted) return leadToAccepted(signedIn, href, notes);
  const { endDate, isnp } = filters;
  // New signals are known for today's data only, and not for lists of all facilities.
  const isOfToday = endDate === today && !search.has("isnp") && !facilities;
  const fileHref = placePath("signals-data", level, place.id, {
    ...{ ...carried, of, ...order },
  });
  const [outcome, { subject, nav }, news] = await Promise.all([
    signedIn.ask(listSignals, { place, endDate, isnp, facilities }),
    placePage(signedIn, place, words.title, {
      query: carried,
      files: [{ text: "This table (CSV)", href: fileHref }],
    }),
    isOfToday ? askSignalNews(signedIn, [place]) : null,
  ]);
  const fresh = news?.[0]?.fresh ?? [];
  const failed = { systemError: words.failed };
  const panel = panelOf(outcome, failed, (answer) => answer);
  const view = {
    ...subject,
    title: tableTitle(rowsBelow(level, facilities)),
    ...shownPlaceFilters(signedIn, href, read, {
      level,
      name: subject.name,
      sort,
      reach: panel.state === "data" ? panel.data.data_through : null,
      action: path,
      kept: { of },
    }),
    clearHref: Object.keys(carried).length > 0 ? withQuery(path, { of }) : null,
    other: otherList(place, facilities, carried),
    sort,
    unsorted: withQuery(path, { ...carried, of }),
    sorted: withQuery(path, { ...carried, of, ...order }),
    list:
      panel.state === "data"
        ? listOf(place, panel.data.data, {
            ...{ facilities, sort, wanted, carried, fresh },
          })
        : panel,
  };
  const data = { view, nav, notices: noticesOf(panel) };
  return asksForDocument(request)
    ? partialDocument(data, { view: withoutRows(view) })
    : data;
}

function otherList(
  { level, id }: SignalPlace,
  facilities: boolean,
  carried: ProfileQuery,
) {
  if (rowsBelow(level, true) === level) return null;
  const of = facilities ? undefined : "facilities";
  return {
    text: allText(rowsBelow(level, !facilities)),
    href: placePath("signals", level, id, { ...carried, of }),
  };
}

function listOf(
  place: SignalPlace,
  signals: SignalsOfPlace,
  at: {
    facilities: boolean;
    sort: SignalSort | null;
    wanted: number;
    carried: ProfileQuery;
    fresh: Fresh;
  },
) {
  const { facilities, sort, wanted, carried, fresh } = at;
  const sorted = sortSignals(signals.rows, sort);
  const { page, pages, ...part } = listPage(
    sorted,
    wanted,
    facilities ? FACILITIES_OF_A_PAGE : ROWS_OF_A_PAGE,
  );
  const rows = rowsOf(place, facilities, part.rows, carried, fresh);
  const own = ownSignals(place, signals, carried, fresh);
  const cells = rows.flatMap((row) => Object.values(row.cells));
  return {
    state: "data" as const,
    rows,
    version: contentKeys({ rows }).rows,
    count: shownText(part),
    page,
    pages,
    smallNote: cells.some(({ value }) => value.startsWith(SMALL_MARK))
      ? SMALL_MARK_NOTE
      : null,
    hasNew: fresh.length > 0,
    hasTargets: [...own, ...cells].some(({ target }) => target),
    own,
  };
}

function withoutRows<View extends { list: SignalList | Panel<never> }>(
  view: View,
) {
  const { list } = view;
  return list.state === "data" && "rows" in list
    ? { ...view, list: { ...list, rows: [] } }
    : view;
}

interface SignalPlace {
  level: SignalLevel;
  id: number;
}

type SignalParams = LoaderFunctionArgs["params"];

/** Null if there is none. The company has one id. */
function signalLevelOf({ level, id }: SignalParams): SignalLevel | null {
  const known = SIGNAL_LEVELS.find((one) => one === level) ?? null;
  return known === "company" && id !== String(COMPANY_ID) ? null : known;
}

function isOfFacilities(level: SignalLevel, search: URLSearchParams): boolean {
  return search.get("of") === "facilities" && rowsBelow(level, true) !== level;
}

/** All rows in the page's order; 400 for filters that the page would have corrected. */
export async function loadSignalsFile({
  request,
  params,
}: LoaderFunctionArgs): Promise<Response> {
  const level = signalLevelOf(params);
  const idText = params.id ?? "";
  const own = level && placePath("signals", level, encodeURIComponent(idText));
  const from = own
    ? withSearch(own, new URL(request.url).searchParams)
    : paths.home;
  const signedIn = await requireScreenOfFile(request, from);
  if (!level) throw pageError(404);
  const place = { level, id: Number(idText) };
  const read = await readPlaceFilters(signedIn, request, place);
  const { search, filters, notes } = read;
  if (notes.length > 0) throw pageError(400, DOWNLOAD_TEXTS.badFilters);
  return makeFile(signedIn, { tag: "signals", page: from }, async (back) => {
    const { endDate, isnp } = filters;
    const facilities = isOfFacilities(level, search);
    const asked = { place, endDate, isnp, facilities };
    const outcome = await signedIn.ask(listSignals, asked);
    if (outcome.kind !== "data") return noFile(outcome, words, back);
    const rows = sortSignals(
      outcome.answer.data.rows,
      readSort(search, SIGNAL_COLUMNS),
    );
    const of = facilities ? "-facilities" : "";
    return csvFile(
      request,
      `signals-${level}-${place.id}${of}-${endDate}.csv`,
      SIGNALS_FILE_COLUMNS,
      rows.map(signalsFileCells),
    );
  });
}

const PARTS = [
  "value",
  "denominator",
  "month",
  "variation",
  "months",
] as const satisfies readonly (keyof SignalOfChild["signals"][GraphTag])[];

const SIGNALS_FILE_COLUMNS: readonly string[] = [
  "id",
  "name",
  ...RATE_GRAPHS.flatMap(({ graph }) =>
    [...PARTS, ...TARGET_PARTS].map((part) => `${graph}_${part}`),
  ),
];

function signalsFileCells({
  id,
  name,
  signals,
  targets,
}: SignalOfChild): CsvCell[] {
  return [
    id,
    name,
    ...RATE_GRAPHS.flatMap(({ graph }) => {
      const { value, denominator, month, variation, months } = signals[graph];
      return [
        ...[rateCell(value), denominator, month, variation, months.join(" ")],
        ...targetCells(targets[graph]),
      ];
    }),
  ];
}
