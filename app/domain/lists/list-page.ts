import type { SortDirection } from "./table-sort";

export const ROWS_OF_A_PAGE = 50;

const PAGE = /^[1-9]\d{0,5}$/;

/** The page that a query asks for by `page`, from 1; the first one for anything odd. It may lie beyond the last. */
export function readPage(search: URLSearchParams): number {
  const text = search.get("page") ?? "";
  return PAGE.test(text) ? Number(text) : 1;
}

export interface ListSort<Column extends string> {
  column: Column;
  direction: SortDirection;
}

/** Null without a column that there is. */
export function readSort<Column extends string>(
  search: URLSearchParams,
  columns: readonly Column[],
): ListSort<Column> | null {
  const column = columns.find((one) => one === search.get("sort"));
  const direction = search.get("dir") === "desc" ? "desc" : "asc";
  return column === undefined ? null : { column, direction };
}

export function pageHref(first: string, page: number): string {
  if (page === 1) return first;
  return `${first}${first.includes("?") ? "&" : "?"}page=${page}`;
}

export interface ListPage<Row> {
  rows: Row[];
  page: number;
  pages: number;
  first: number;
  last: number;
  total: number;
}

export function listPage<Row>(
  rows: readonly Row[],
  wanted: number,
  perPage: number,
): ListPage<Row> {
  const total = rows.length;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const page = Math.min(Math.max(1, wanted), pages);
  const from = (page - 1) * perPage;
  const shown = rows.slice(from, from + perPage);
  return {
    rows: shown,
    page,
    pages,
    first: shown.length === 0 ? 0 : from + 1,
    last: from + shown.length,
    total,
  };
}
