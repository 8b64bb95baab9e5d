import type { LocationLevel } from "~/domain/places/hierarchy";
import type {
  LocationOption,
  LocationOptions,
} from "~/domain/places/location-choice";
import { areSameIds } from "./access-levels";
import { userLocations } from "./locations";
import type { AccessLevel } from "~/domain/access/ranks";

export type ChosenPlaces = Record<LocationLevel, readonly number[]>;

export const NO_PLACES: ChosenPlaces = {
  division: [],
  region: [],
  facility: [],
};

/** The fields of the form, in order, as they are for a new user. */
export const NEW_USER = {
  username: "",
  firstname: "",
  lastname: "",
  /** As sent; it may be no access level. */
  accessLevel: "",
  ...NO_PLACES,
  /** NPI. */
  physician: null as number | null,
  password: "",
  confirmPassword: "",
  isnpOnly: false,
};

export type TypedUser = typeof NEW_USER;
export type TypedAccess = Pick<
  TypedUser,
  "accessLevel" | "isnpOnly" | LocationLevel
>;

/** Fields that may have an error. */
export type UserField = Exclude<keyof TypedUser, "isnpOnly">;
export type UserFieldErrors = Partial<Record<UserField, string>>;

export const USER_FIELDS = Object.keys(NEW_USER).filter(
  (name): name is UserField => name !== "isnpOnly",
);

export interface HeldAccess {
  accessLevel: AccessLevel;
  ids: readonly number[];
}

const PLACES_OF_LEVEL: ReadonlyMap<string, readonly LocationLevel[]> = new Map([
  ["division", ["division"]],
  ["region", ["division", "region"]],
  ["facility", ["division", "region", "facility"]],
]);

export function placesOfLevel(accessLevel: string): readonly LocationLevel[] {
  return PLACES_OF_LEVEL.get(accessLevel) ?? [];
}

/** The places that a form opens with: the user's own, and what they lie in. */
export function placesHeld(
  { accessLevel, ids }: HeldAccess,
  options: LocationOptions,
): ChosenPlaces {
  const lies = (of: "region" | "facility", above: "division" | "region") => {
    const wanted = new Set(ids);
    const known = options[of].filter(({ id }) => wanted.has(id));
    return unique(known.flatMap((place) => place[above] ?? []));
  };
  switch (accessLevel) {
    case "division":
      return { ...NO_PLACES, division: unique(ids) };
    case "region":
      return {
        ...NO_PLACES,
        division: lies("region", "division"),
        region: unique(ids),
      };
    case "facility":
      return {
        division: lies("facility", "division"),
        region: lies("facility", "region"),
        facility: unique(ids),
      };
    default:
      return NO_PLACES;
  }
}

/**
 * Another level clears all places, another division the regions and facilities, another region the facilities (R215).
 * Keeps places that the organisation lacks: the user may hold them already.
 */
export function settledPlaces(
  typed: ChosenPlaces & { accessLevel: string },
  basis: { accessLevel: string } & Omit<ChosenPlaces, "facility">,
  options: LocationOptions,
) {
  const shown = placesOfLevel(typed.accessLevel);
  const keeps = (level: LocationLevel, isKept: boolean) =>
    isKept && shown.includes(level) ? typed[level] : [];

  const isSameLevel = typed.accessLevel === basis.accessLevel;
  const division = keeps("division", isSameLevel);
  const isSameDivision = isSameLevel && areSameIds(division, basis.division);
  const region = within(
    options.region,
    keeps("region", isSameDivision),
    (place) => division.includes(place.division ?? -1),
  );
  const isSameRegion = isSameDivision && areSameIds(typed.region, basis.region);
  const facility = within(
    options.facility,
    keeps("facility", isSameRegion),
    (place) => region.includes(place.region ?? -1),
  );
  const places = { division, region, facility };
  const cleared = (["division", "region", "facility"] as const).filter(
    (level) => typed[level].length > 0 && places[level].length === 0,
  );
  return { places, cleared };
}

function within(
  options: readonly LocationOption[],
  ids: readonly number[],
  isOffered: (place: LocationOption) => boolean,
): number[] {
  if (ids.length === 0) return [];
  const byId = new Map(options.map((place) => [place.id, place]));
  return ids.filter((id) => {
    const place = byId.get(id);
    return place === undefined || isOffered(place);
  });
}

export interface PlaceGroup {
  key: string;
  label: string | null;
  places: Pick<LocationOption, "id" | "name">[];
}

/** Groups by chosen parents. Chosen places that the organisation lacks come last (R212). */
export function placeGroups(
  level: LocationLevel,
  chosen: ChosenPlaces,
  options: LocationOptions,
  unknownLabel: string,
): PlaceGroup[] {
  const groups = groupsAbove(level, chosen, options).filter(
    ({ places }) => places.length > 0,
  );
  const known = new Set(options[level].map(({ id }) => id));
  const unknown = chosen[level].filter((id) => !known.has(id));
  if (unknown.length > 0) {
    groups.push({
      key: "unknown",
      label: groups.length > 0 ? unknownLabel : null,
      places: unknown.map((id) => ({ id, name: invalidPlace(level, id) })),
    });
  }
  return groups;
}

function groupsAbove(
  level: LocationLevel,
  chosen: ChosenPlaces,
  options: LocationOptions,
): PlaceGroup[] {
  if (level === "division") {
    return [
      { key: "all", label: null, places: options.division.map(asOffered) },
    ];
  }
  const above = level === "region" ? "division" : "region";
  const parents = options[above].filter(({ id }) => chosen[above].includes(id));
  const divisions = new Map(options.division.map(({ id, name }) => [id, name]));
  const isInSeveral = new Set(parents.map(({ division }) => division)).size > 1;
  return parents.map((parent) => {
    const of = isInSeveral && divisions.get(parent.division ?? -1);
    return {
      key: String(parent.id),
      label: parents.length > 1 ? parent.name + (of ? `, ${of}` : "") : null,
      places: options[level]
        .filter((place) => place[above] === parent.id)
        .map(asOffered),
    };
  });
}

function asOffered({ id, name }: LocationOption) {
  return { id, name };
}

const NO_NAMES = {
  division: new Map<number, string>(),
  region: new Map<number, string>(),
  facility: new Map<number, string>(),
};

/** Worded like the list of users. */
function invalidPlace(level: LocationLevel, id: number): string {
  const user = { access_level: level, access_level_id: String(id) };
  return userLocations(user, NO_NAMES).join("");
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
