import type { AccessibleLocations } from "../access/accessible-locations";
import type { LocationLevel } from "./hierarchy";

export interface LocationOption {
  id: number;
  name: string;
  division?: number;
  region?: number;
}

export type LocationOptions = Record<LocationLevel, readonly LocationOption[]>;

/** What is chosen at each level; null is the placeholder, which leaves the level open. */
export type LocationChoice = Record<LocationLevel, number | null>;

export const EVERYWHERE: LocationChoice = {
  division: null,
  region: null,
  facility: null,
};

export const NO_OPTIONS: LocationOptions = {
  division: [],
  region: [],
  facility: [],
};

export function locationOptions(
  locations: AccessibleLocations,
): LocationOptions {
  return {
    division: locations.divisions.map((one) => ({
      id: one.division_id,
      name: one.division_name,
    })),
    region: locations.regions.map((one) => ({
      id: one.region_id,
      name: one.region_name,
      division: one.division_id,
    })),
    facility: locations.facilities.map((one) => ({
      id: one.facility_id,
      name: one.facility_name,
      division: one.division_id,
      region: one.region_id,
    })),
  };
}

/** The highest level counts first: choosing a division clears a region or facility outside of it (R199). */
export function readLocationChoice(
  search: URLSearchParams,
  options: LocationOptions,
): LocationChoice {
  const division = keptIn(options.division, idIn(search, "division"));
  const region = keptIn(
    offered(options, { division, region: null }).region,
    idIn(search, "region"),
  );
  const facility = keptIn(
    offered(options, { division, region }).facility,
    idIn(search, "facility"),
  );
  return { division, region, facility };
}

function idIn(search: URLSearchParams, level: LocationLevel): number | null {
  const text = search.get(level) ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Names each place that a query has and that was cleared; empty if the places are not available. */
export function clearedPlaces(
  search: URLSearchParams,
  options: LocationOptions,
  choice: LocationChoice,
): string[] {
  if (LEVELS.every((level) => options[level].length === 0)) return [];
  const above = locationName(options, chosenLocation(choice));
  return LEVELS.flatMap((level) => {
    const id = idIn(search, level);
    if (id === null || choice[level] !== null) return [];
    const name = locationName(options, { level, id });
    return name && above
      ? [`${name} is not in ${above}. You now see all of ${above}.`]
      : [`The ${level} in the address is not one of yours. It was left out.`];
  });
}

const LEVELS = ["division", "region", "facility"] as const;

function keptIn(
  options: readonly LocationOption[],
  id: number | null,
): number | null {
  return options.some((option) => option.id === id) ? id : null;
}

export function offered(
  options: LocationOptions,
  { division, region }: Pick<LocationChoice, "division" | "region">,
): LocationOptions {
  const isIn = (option: LocationOption) =>
    (division === null || option.division === division) &&
    (region === null ||
      option.region === undefined ||
      option.region === region);
  return {
    division: options.division,
    region: options.region.filter(
      (option) => division === null || option.division === division,
    ),
    facility: options.facility.filter(isIn),
  };
}

export function chosenLocation(
  choice: LocationChoice,
): { level: LocationLevel; id: number } | null {
  for (const level of ["facility", "region", "division"] as const) {
    const id = choice[level];
    if (id !== null) return { level, id };
  }
  return null;
}

export function locationName(
  options: LocationOptions,
  place: { level: LocationLevel; id: number } | null,
): string | null {
  if (place === null) return null;
  const { level, id } = place;
  return options[level].find((option) => option.id === id)?.name ?? null;
}

export function facilityIdsIn(
  options: LocationOptions,
  choice: LocationChoice,
): ReadonlySet<number> | null {
  if (chosenLocation(choice) === null) return null;
  if (choice.facility !== null) return new Set([choice.facility]);
  return new Set(offered(options, choice).facility.map(({ id }) => id));
}
