import {
  LEVELS_ABOVE_FACILITIES,
  type LocationLevel,
} from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { folded } from "./folded";
import { searchText } from "./text";

export type SearchKind =
  | "company"
  | LocationLevel
  | "today"
  | "signals"
  | "facilities"
  | "targets"
  | "transfer-notices"
  | "report"
  | "users"
  | "reports-config";

/** `id` is the place's, the report's slug, `{level}/{id}` for a place's own pages, and otherwise empty. */
export interface SearchItem {
  kind: SearchKind;
  id: number | string;
  label: string;
  place?: string;
}

export interface SearchResult {
  item: SearchItem;
  /** Secondary label: the category of a place, and where it lies if its name is not its own (R149). */
  detail: string | null;
}

export interface SearchGroup {
  heading: string;
  results: SearchResult[];
}

const BROWSE_HEADINGS: Record<SearchKind, string> = {
  company: "Company",
  division: "Divisions",
  region: "Regions",
  facility: "Facilities",
  today: "Today",
  signals: "Signals",
  facilities: "Facilities",
  targets: "Targets",
  "transfer-notices": "Transfer notices",
  report: "Reports",
  users: "Users",
  "reports-config": "Users",
};

const FOUND_HEADINGS: Record<SearchKind, string> = {
  ...BROWSE_HEADINGS,
  company: "Locations",
  division: "Locations",
  region: "Locations",
  facility: "Locations",
};

/**
 * An empty text lists everything by kind. Items keep their order and a group stands where its first item does, so
 * nothing is sorted for each letter typed (R148, R149).
 */
export function searchResults(
  items: readonly SearchItem[],
  typed: string,
  hasOwnPages: boolean,
): SearchGroup[] {
  const text = folded(searchText(typed));
  const headings = text === "" ? BROWSE_HEADINGS : FOUND_HEADINGS;
  const groups = new Map<string, SearchResult[]>();
  const found = items.filter(
    ({ kind, label }) => kind !== TODAY && folded(label).includes(text),
  );
  const pages = hasOwnPages ? ownPages(items, text) : [];
  for (const item of [...pages, ...found]) {
    const heading = headings[item.kind];
    const result = { item, detail: detailOf(item, heading) };
    const group = groups.get(heading);
    if (group) group.push(result);
    else groups.set(heading, [result]);
  }
  return Array.from(groups, ([heading, results]) => ({ heading, results }));
}

const TODAY = "today";

const PLACES: readonly SearchKind[] = [...LEVELS_ABOVE_FACILITIES, "facility"];

/** Pages of places that their own word finds, and the levels that have them (R326, R371, R526, R564, R575). */
const OWN_PAGES: readonly [
  page: "today" | "signals" | "facilities" | "targets" | "transfer-notices",
  levels: readonly SearchKind[],
][] = [
  [TODAY, PLACES],
  ["signals", PLACES],
  ["facilities", LEVELS_ABOVE_FACILITIES],
  ["targets", PLACES],
  ["transfer-notices", ["facility"]],
];

/** For a text that begins with the page's word; also the residents of a searching physician. */
function ownPages(items: readonly SearchItem[], text: string): SearchItem[] {
  return OWN_PAGES.flatMap(([page, levels]) => {
    const word = page.replace("-", " ");
    if (!text.startsWith(word)) return [];
    const rest = text.slice(word.length).trim();
    return items
      .filter(
        ({ kind, label }) =>
          (kind === page || levels.includes(kind)) &&
          folded(label).includes(rest),
      )
      .map(({ kind, id, ...named }) => ({
        ...named,
        kind: page,
        id: kind === page ? id : `${kind}/${id}`,
      }));
  });
}

export function countResults(groups: readonly SearchGroup[]): number {
  return groups.reduce((sum, { results }) => sum + results.length, 0);
}

/** A list of one kind has named the category in its heading. */
function detailOf({ kind, place }: SearchItem, heading: string) {
  if (heading !== "Locations" || !isPlace(kind)) return place ?? null;
  const category = LEVEL_NAMES[kind];
  return place ? `${category}, ${place}` : category;
}

function isPlace(kind: SearchKind): kind is "company" | LocationLevel {
  return kind in LEVEL_NAMES;
}
