import { readPage } from "~/domain/lists/list-page";
import { paths } from "~/paths";

/** Address of a page of the grid, from 1. */
export function gridPageHref(page: number): string {
  return page === 1
    ? paths.reportsConfig
    : `${paths.reportsConfig}?page=${page}`;
}

/** Address of the page of the grid that a query asks for. */
export function reportsConfigHref(search: URLSearchParams): string {
  return gridPageHref(readPage(search));
}
