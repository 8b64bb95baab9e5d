import { noticesOf, panelOf } from "~/data/panel.server";
import { listPage, readPage, readSort } from "~/domain/lists/list-page";
import { messages } from "~/domain/messages";
import { formatCount } from "~/domain/number-format";
import type { LEVELS_ABOVE_FACILITIES } from "~/domain/places/hierarchy";
import { SHOWN, type Shown } from "./rules/list";
import { lateText, momentText, todayWords as words } from "./rules/words";
import {
  FACILITY_COLUMNS,
  sortFacilities,
  type FacilitiesSort,
} from "./rules/facilities-order";
import { placePage } from "~/features/shell/navigation/place-of-page.server";
import { carriedQuery } from "~/navigation.server";
import { withQuery, placePath } from "~/paths";
import {
  asksForDocument,
  contentKeys,
  partialDocument,
} from "~/rendering/partial-document.server";
import type { SignedIn } from "~/session/require-user.server";
import { listTodayByFacility, type FacilityToday } from "~server/today/service";

const ROWS_OF_A_PAGE = 100;

interface Place {
  level: (typeof LEVELS_ABOVE_FACILITIES)[number];
  id: number;
}

export async function loadFacilitiesToday(
  signedIn: SignedIn,
  request: Request,
  place: Place,
) {
  const query = carriedQuery(request);
  const [outcome, { subject, nav }] = await Promise.all([
    signedIn.ask(listTodayByFacility, place),
    placePage(signedIn, place, words.title, { query }),
  ]);
  const { name, crumbs } = subject;
  const texts = { systemError: words.places.failed };
  const panel = panelOf(outcome, texts, (rows) => rows);
  const search = new URL(request.url).searchParams;
  const show = SHOWN.find((one) => one === search.get("show"));
  const sort = readSort(search, FACILITY_COLUMNS);
  const path = placePath("today", place.level, place.id);
  const order = sort && { sort: sort.column, dir: sort.direction };
  const page = readPage(search);
  const view = {
    of: "facilities" as const,
    name,
    made: `${momentText(new Date().toISOString())} ET`,
    path,
    show,
    href: withQuery(path, {
      show,
      ...order,
      page: page > 1 ? page : undefined,
    }),
    sort,
    list:
      panel.state === "data"
        ? listOf(panel.data, { show, sort, page, path })
        : panel,
  };
  const data = { view, crumbs, nav, notices: noticesOf(panel) };
  if (!asksForDocument(request)) return data;
  // The document has the rows drawn.
  const { list } = view;
  const sent = list.state === "data" ? { ...list, rows: [] } : list;
  return partialDocument(data, { view: { ...view, list: sent } });
}

interface Asked {
  show: Shown | undefined;
  sort: FacilitiesSort | null;
  page: number;
  path: string;
}

function listOf(
  all: readonly FacilityToday[],
  { show, sort, page: wanted, path }: Asked,
) {
  const found = show === undefined ? all : all.filter((row) => row[show] > 0);
  const order = sort ?? (show ? { column: show, direction: "desc" } : null);
  const { page, pages, first, last, total, ...part } = listPage(
    sortFacilities(found, order),
    wanted,
    ROWS_OF_A_PAGE,
  );
  const rows = part.rows.map(rowOf);
  return {
    state: "data" as const,
    rows,
    version: contentKeys({ rows }).rows,
    page,
    pages,
    shown: [show && words.shown[show], words.places.rows(first, last, total)]
      .filter(Boolean)
      .join(": "),
    hasRegions: new Set(all.map((row) => row.region_name)).size > 1,
    counts: SHOWN.map((key) => ({
      key,
      text: formatCount(all.reduce((sum, row) => sum + row[key], 0)),
      href: withQuery(path, { show: key }),
    })),
  };
}

function rowOf(row: FacilityToday) {
  const { facility_id: id, data_through: through, day } = row;
  const countOf = (key: Shown) => ({
    text: formatCount(row[key]),
    href:
      row[key] === 0 ? null : placePath("today", "facility", id, { show: key }),
  });
  return {
    id,
    name: row.facility_name.trim() || messages.unknown,
    region: row.region_name,
    late: through !== null && through >= day ? null : lateText(through),
    counts: Object.fromEntries(
      SHOWN.map((key) => [key, countOf(key)]),
    ) as Record<Shown, ReturnType<typeof countOf>>,
  };
}
