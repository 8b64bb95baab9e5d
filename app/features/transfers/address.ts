import { readPage } from "~/domain/lists/list-page";
import type { Level } from "~/domain/places/hierarchy";
import { GROUPINGS, type Grouping } from "./rules";
import { withSearch, type ProfileQuery, placePath } from "~/paths";

export interface TransfersAddress {
  level: Level;
  id: number;
  carried: ProfileQuery;
  list: ListAddress | null;
  /** Starts at 1; with an open list it is 1. */
  page: number;
}

export interface ListAddress {
  /** Null: all transfers. */
  group: { by: Grouping; key: string } | null;
  /** Starts at 1. */
  page: number;
}

export const LIST_HEADING_ID = "list-heading";

export const ALL_LINK_ID = "all-transfers";

/** By index, because a key may have spaces. */
export function groupLinkId(by: Grouping, at: number): string {
  return `group-${by}-${at}`;
}

const LONGEST_KEY = 500;

/** Ignores what cannot be used. */
export function readList(search: URLSearchParams): ListAddress | null {
  const page = readPage(search);
  if (search.get("list") === "all") return { group: null, page };
  const by = GROUPINGS.find((one) => one === search.get("list"));
  const key = search.get("key") ?? "";
  return by && key !== "" && key.length <= LONGEST_KEY
    ? { group: { by, key }, page }
    : null;
}

export function transfersHref({
  level,
  id,
  carried,
  list,
  page: facilities,
}: TransfersAddress): string {
  const path = placePath("transfers", level, id, carried);
  const page = list?.page ?? facilities;
  const pairs = new URLSearchParams({
    ...(list && { list: list.group?.by ?? "all" }),
    ...(list?.group && { key: list.group.key }),
    ...(page > 1 && { page: String(page) }),
  });
  if (`${pairs}` === "") return path;
  return path.includes("?") ? `${path}&${pairs}` : withSearch(path, pairs);
}
