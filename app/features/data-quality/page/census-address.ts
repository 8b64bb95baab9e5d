import { CENSUS_COLUMNS, type CensusColumn } from "../rules/census-order";
import { FINDING_KINDS, type FindingKind } from "../rules/census-marks";
import { readPage, readSort, type ListSort } from "~/domain/lists/list-page";
import { LEVELS, type Level } from "~/domain/places/hierarchy";
import { paths, withQuery } from "~/paths";

type PlaceLevel = Exclude<Level, "physician">;

export interface CensusAddress {
  place: { level: PlaceLevel; id: number } | null;
  /** Starts at 1. */
  page: number;
  sort: ListSort<CensusColumn> | null;
  list: CensusList | null;
}

interface CensusList {
  kind: FindingKind;
  facilityId: number;
  page: number;
}

const ID = /^\d{1,15}$/;

/** Ignores what cannot be used. */
export function readCensusAddress(search: URLSearchParams): CensusAddress {
  const level = LEVELS.find((one) => one === search.get("level"));
  const id = search.get("id") ?? "";
  const kind = FINDING_KINDS.find((one) => one === search.get("list"));
  const facilityId = search.get("facility-id") ?? "";
  const listPage = new URLSearchParams({ page: search.get("rows") ?? "" });
  return {
    place:
      level && level !== "physician" && ID.test(id)
        ? { level, id: Number(id) }
        : null,
    page: readPage(search),
    sort: readSort(search, CENSUS_COLUMNS),
    list:
      kind && ID.test(facilityId)
        ? { kind, facilityId: Number(facilityId), page: readPage(listPage) }
        : null,
  };
}

/** Leaves out defaults. */
export function censusQuery({
  place,
  page,
  sort,
  list,
}: CensusAddress): Record<string, string | number | undefined> {
  return {
    ...place,
    page: page > 1 ? page : undefined,
    sort: sort?.column,
    dir: sort?.direction,
    list: list?.kind,
    "facility-id": list?.facilityId,
    rows: list && list.page > 1 ? list.page : undefined,
  };
}

export function censusHref(address: CensusAddress): string {
  return withQuery(paths.census, censusQuery(address));
}

/** Links to a list lead here. */
export const LIST_HEADING_ID = "findings-heading";

export function listLinkId({ kind, facilityId }: CensusList): string {
  return `${kind}-${facilityId}`;
}
