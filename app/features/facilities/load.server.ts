import type { LoaderFunctionArgs } from "@remix-run/node";
import { noticesOf, panelOf, type Panel } from "~/data/panel.server";
import { pageError } from "~/data/page-error.server";
import {
  betweenSentence,
  meanSentence,
  onlyOneSentence,
  settledWords,
  standOutSentence,
} from "~/domain/figures/compare-words";
import {
  isJudged,
  outsideOf,
  rankFunnel,
  type Funnel,
  type FunnelPoint,
} from "~/domain/figures/funnel";
import {
  RATE_MEASURES,
  type RateMeasure,
} from "~/domain/figures/rate-measures";
import { SMALL_MARK } from "~/domain/figures/small-mark";
import { isSmallDenominator } from "~/domain/figures/small-numbers";
import { formatRate } from "~/domain/graphs/graph-words";
import type { RateTag } from "~/domain/graphs/rate-graphs";
import { DOWNLOAD_TEXTS } from "~/domain/lists/download-texts";
import { listPage, readPage, readSort } from "~/domain/lists/list-page";
import { messages } from "~/domain/messages";
import { LEVELS_ABOVE_FACILITIES } from "~/domain/places/hierarchy";
import { formatCount } from "~/domain/number-format";
import { QUALITY_MAX } from "~/features/profile/rules/quality/quality-score";
import {
  leadToAccepted,
  readPlaceFilters,
  shownPlaceFilters,
} from "~/features/profile/filters/accepted-range.server";
import { targetText } from "~/features/targets/words";
import { placePage } from "~/features/shell/navigation/place-of-page.server";
import { csvFile, makeFile, noFile } from "~/http/csv-file.server";
import {
  profilePath,
  withQuery,
  withSearch,
  type ProfileQuery,
  placePath,
} from "~/paths";
import {
  asksForDocument,
  contentKeys,
  partialDocument,
} from "~/rendering/partial-document.server";
import { reviewsPath } from "~/review-paths";
import { requireScreen, requireScreenOfFile } from "~/session/screen.server";
import { listFacilities } from "~server/facilities/service";
import {
  absenceOf,
  FACILITIES_FILE_COLUMNS,
  facilitiesFileCells,
  funnelRate,
  judgeFacilities,
  FACILITIES_COLUMNS,
  scaleOfFunnel,
  sortJudged,
  type Facility,
  type FacilitiesSort,
  type JudgedFacility,
} from "./rules";
import { facilitiesWords as words, RATE_HEADS, shownText } from "./words";

const ROWS_OF_A_PAGE = 100;

type Params = LoaderFunctionArgs["params"];

export type FacilitiesView = Awaited<ReturnType<typeof loadFacilities>>["view"];

export async function loadFacilities({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const place = placeOf(params);
  const read = await readPlaceFilters(signedIn, request, place);
  const { search, filters, notes, carried } = read;
  const sort = readSort(search, FACILITIES_COLUMNS);
  const measure = funnelRate(search);
  const wanted = readPage(search);
  const path = placePath("facilities", place.level, place.id);
  const order = sort && { sort: sort.column, dir: sort.direction };
  const rate = rateParameter(measure);
  const page = wanted > 1 ? wanted : undefined;
  const href = withQuery(path, { ...carried, ...order, rate, page });
  if (!read.isAccepted) return leadToAccepted(signedIn, href, notes);
  const { startDate, endDate, isnp } = filters;
  const fileHref = placePath("facilities-data", place.level, place.id, {
    ...carried,
    ...order,
  });
  const [outcome, { subject, nav }] = await Promise.all([
    signedIn.ask(listFacilities, { place, startDate, endDate, isnp }),
    placePage(signedIn, place, words.title, {
      query: carried,
      files: [{ text: "This table (CSV)", href: fileHref }],
    }),
  ]);
  const panel = panelOf(outcome, { systemError: words.failed }, (all) => all);
  const shown = shownPlaceFilters(signedIn, href, read, {
    level: place.level,
    name: subject.name,
    sort,
    reach: panel.state === "data" ? panel.data.data_through : null,
    action: path,
    kept: { rate },
  });
  const view = {
    ...subject,
    ...shown,
    sort,
    unsorted: withQuery(path, { ...carried, rate }),
    sorted: withQuery(path, { ...carried, ...order, rate }),
    byTargets: withQuery(path, {
      ...carried,
      ...{ sort: "targets", dir: "desc" },
      rate,
    }),
    choices: RATE_MEASURES.map((one) => ({
      tag: one.tag,
      isChosen: one === measure,
      href: withQuery(path, {
        ...carried,
        ...order,
        rate: rateParameter(one),
        page,
      }),
    })),
    list:
      panel.state === "data"
        ? listOf(panel.data.rows, { sort, wanted, carried, measure })
        : panel,
  };
  const data = { view, nav, notices: noticesOf(panel) };
  return asksForDocument(request)
    ? partialDocument(data, { view: withoutRows(view) })
    : data;
}

function rateParameter(measure: RateMeasure): RateTag | undefined {
  return measure === RATE_MEASURES[0] ? undefined : measure.tag;
}

/** The document has drawn the rows and the picture already. */
function withoutRows<View extends { list: List | Absent }>(view: View) {
  const { list } = view;
  return list.state === "data"
    ? {
        ...view,
        list: { ...list, rows: [], funnel: { ...list.funnel, marks: [] } },
      }
    : view;
}

type List = ReturnType<typeof listOf>;
type Absent = Exclude<Panel<never>, { state: "data" }>;

interface Asked {
  sort: FacilitiesSort | null;
  wanted: number;
  carried: ProfileQuery;
  measure: RateMeasure;
}

function listOf(
  all: readonly Facility[],
  { sort, wanted, carried, measure }: Asked,
) {
  const judged = judgeFacilities(all);
  const sorted = sortJudged(judged.facilities, sort);
  const { page, pages, ...part } = listPage(sorted, wanted, ROWS_OF_A_PAGE);
  const rows = part.rows.map((row) => rowOf(row, carried));
  const scales = Object.fromEntries(
    RATE_MEASURES.map(({ tag }) => [tag, scaleOfFunnel(judged.funnels[tag])]),
  ) as Record<RateTag, ReturnType<typeof scaleOfFunnel>>;
  return {
    state: "data" as const,
    rows,
    scales,
    version: contentKeys({ rows: [rows, scales] }).rows,
    count: shownText(part),
    page,
    pages,
    hasRegions: new Set(all.map(({ region }) => region)).size > 1,
    hasTargets: all.some(({ targets }) => Object.keys(targets).length > 0),
    hasSmall: rows.some(({ rates }) =>
      Object.values(rates).some(({ isSmall }) => isSmall),
    ),
    funnel: funnelView(judged.funnels[measure.tag], settledWords(measure)),
  };
}

function rowOf(row: JudgedFacility, carried: ProfileQuery) {
  const { id, name, region, score, overdue } = row;
  const rates = RATE_MEASURES.map((measure) => [
    measure.tag,
    rateOf(measure, row),
  ]);
  return {
    id,
    name: name.trim() || messages.unknown,
    href: profilePath("facility", id, carried),
    region,
    rates: Object.fromEntries(rates) as Record<
      RateTag,
      ReturnType<typeof rateOf>
    >,
    score: scoreText(score),
    inHouse: countText(row.in_house),
    overdue: countText(overdue),
    overdueHref:
      overdue === null || overdue === 0
        ? null
        : reviewsPath({ level: "facility", id, list: "overdue" }),
  };
}

function rateOf(measure: RateMeasure, row: JudgedFacility) {
  const { rate, lower, upper, denominator, verdict } = row.rates[measure.tag];
  const target = row.targets[measure.graph];
  const isSmall = isSmallDenominator(measure, denominator);
  const isDrawn = isJudged({ verdict }) && lower !== null && upper !== null;
  return {
    text:
      rate === null
        ? ABSENT[absenceOf(measure, row)]
        : `${isSmall ? `${SMALL_MARK} ` : ""}${formatRate(measure, rate)}`,
    isSmall,
    outside: outsideOf(verdict),
    target: target ? targetText(target) : null,
    range:
      rate !== null && isDrawn
        ? { value: short(rate), lower: short(lower), upper: short(upper) }
        : null,
  };
}

const ABSENT: Record<ReturnType<typeof absenceOf>, string> = {
  unknown: messages.unknown,
  "not-yet": messages.notYet,
  nothing: words.nothing,
};

/** Names the number of measures if it is below four. */
function scoreText(score: Facility["score"]): string {
  if (score === null || score.points === null) return words.nothing;
  return score.possible === QUALITY_MAX
    ? formatCount(score.points)
    : `${formatCount(score.points)} of ${formatCount(score.possible)}`;
}

function countText(count: number | null): string {
  return count === null ? words.nothing : formatCount(count);
}

function short(value: number): number {
  return Math.round(value * 1e3) / 1e3;
}

function funnelView(
  { points, ...funnel }: Funnel<Facility>,
  measure: RateMeasure,
) {
  const { tag } = measure;
  const ranked = rankFunnel(points);
  const marks = ranked.flatMap(markOf);
  return {
    tag,
    title: `${words.funnel}: ${RATE_HEADS[tag]}`,
    centre: funnel.centre,
    between: funnel.between,
    marks,
    isDrawn: marks.length > 1,
    version: contentKeys({ funnel: [tag, funnel, marks] }).funnel,
    sentences:
      points.length === 1
        ? [onlyOneSentence("facility")]
        : [
            standOutSentence(measure, "facility", ranked),
            betweenSentence(measure, "facility", funnel),
            meanSentence(measure, funnel),
          ].filter((sentence) => sentence !== null),
  };
}

function markOf(point: FunnelPoint<Facility>) {
  const { child, rate, denominator, verdict } = point;
  if (!isJudged(point) || rate === null || denominator === null) return [];
  return [
    {
      size: short(denominator),
      value: short(rate),
      lower: null,
      upper: null,
      outside: outsideOf(verdict),
      label: child.name,
    },
  ];
}

/** In the page's order; leads back to the page if there is no file (R525). */
export async function loadFacilitiesFile({
  request,
  params,
}: LoaderFunctionArgs): Promise<Response> {
  const { level = "", id = "" } = params;
  const page = withSearch(
    placePath("facilities", encodeURIComponent(level), encodeURIComponent(id)),
    new URL(request.url).searchParams,
  );
  const signedIn = await requireScreenOfFile(request, page);
  const place = placeOf(params);
  const read = await readPlaceFilters(signedIn, request, place);
  const { search, filters, notes } = read;
  if (notes.length > 0) throw pageError(400, DOWNLOAD_TEXTS.badFilters);
  return makeFile(signedIn, { tag: "facilities", page }, async (back) => {
    const { startDate, endDate, isnp } = filters;
    const asked = { place, startDate, endDate, isnp };
    const outcome = await signedIn.ask(listFacilities, asked);
    if (outcome.kind !== "data") return noFile(outcome, words, back);
    const { facilities } = judgeFacilities(outcome.answer.rows);
    const rows = sortJudged(facilities, readSort(search, FACILITIES_COLUMNS));
    return csvFile(
      request,
      `facilities-${place.level}-${place.id}-${startDate}-${endDate}.csv`,
      FACILITIES_FILE_COLUMNS,
      rows.map(facilitiesFileCells),
    );
  });
}

function placeOf(params: Params) {
  const level = LEVELS_ABOVE_FACILITIES.find((one) => one === params.level);
  if (!level) throw pageError(404);
  return { level, id: Number(params.id) };
}
