import type { AccessibleLocations } from "~/domain/access/accessible-locations";
import type { AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { lastFirst } from "~/domain/person-name";

/** What decides where a user belongs, as stored (R213). */
export interface LocatedUser {
  access_level: AccessLevel;
  /** Ids separated by blanks. */
  access_level_id: string;
}

/** Names of the organisation's places by their ids; null where the organisation could not be had. */
export type LocationNames = Readonly<
  Record<LocationLevel, ReadonlyMap<number, string>>
> | null;

/** Location of those who belong to no place in particular. */
const ALL_LOCATIONS = "All locations";

/** The names of an organisation's places, to be looked up by id. */
export function locationNames(
  organization: AccessibleLocations | null,
): LocationNames {
  if (organization === null) return null;
  const { divisions, regions, facilities } = organization;
  return {
    division: new Map(
      divisions.map((one) => [one.division_id, one.division_name]),
    ),
    region: new Map(regions.map((one) => [one.region_id, one.region_name])),
    facility: new Map(
      facilities.map((one) => [one.facility_id, one.facility_name]),
    ),
  };
}

/** Names of physicians by NPI, as far as they are known. */
export type PhysicianNames = ReadonlyMap<number, string>;

const NO_PHYSICIANS: PhysicianNames = new Map();

/** The names of physicians, 'last, first', to be looked up by NPI. */
export function physicianNames(
  physicians: readonly {
    npi: number;
    first_name?: string | null | undefined;
    last_name?: string | null | undefined;
  }[],
): PhysicianNames {
  return new Map(
    physicians
      .filter(({ first_name, last_name }) => first_name || last_name)
      .map((one) => [one.npi, lastFirst(one.last_name, one.first_name)]),
  );
}

/**
 * Where a user belongs, a text for each of their ids (R212): the name of the place, 'INVALID FACILITY (ID: 77)' for one
 * that the organisation does not know, 'Lind, Ada (NPI 1234567893)' for physicians, 'NPI 1234567893' for those without
 * a name, 'All locations' for all others. Without an organisation places are told by their numbers, because nothing
 * says that they are not valid.
 */
export function userLocations(
  { access_level: level, access_level_id }: LocatedUser,
  names: LocationNames,
  physicians: PhysicianNames = NO_PHYSICIANS,
): string[] {
  const ids = access_level_id.split(/\s+/).filter((id) => id !== "");
  switch (level) {
    case "division":
    case "region":
    case "facility":
      return ids.map((id) =>
        names === null
          ? `${LEVEL_NAMES[level]} ${id}`
          : (names[level].get(Number(id)) ??
            `INVALID ${level.toUpperCase()} (ID: ${id})`),
      );
    case "physician":
      return ids.map((npi) => {
        const name = physicians.get(Number(npi));
        return name === undefined ? `NPI ${npi}` : `${name} (NPI ${npi})`;
      });
    default:
      return [ALL_LOCATIONS];
  }
}

/** True for a text of {@link userLocations} that stands for a place which the organisation does not know. */
export function isInvalidLocation(text: string): boolean {
  return /^INVALID (DIVISION|REGION|FACILITY) \(ID: /.test(text);
}
