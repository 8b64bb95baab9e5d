import { readPage } from "~/domain/lists/list-page";
import { paths } from "~/paths";

export function gridPageHref(page: number): string {
  return page === 1
    ? paths.reportsConfig
    : `${paths.reportsConfig}?page=${page}`;
}

export function reportsConfigHref(search: URLSearchParams): string {
  return gridPageHref(readPage(search));
}
