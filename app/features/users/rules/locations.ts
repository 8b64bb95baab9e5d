import type { AccessibleLocations } from "~/domain/access/accessible-locations";
import type { AccessLevel } from "~/domain/access/ranks";
import type { LocationLevel } from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { lastFirst } from "~/domain/person-name";

export interface LocatedUser {
  access_level: AccessLevel;
  access_level_id: string;
}

export type LocationNames = Readonly<
  Record<LocationLevel, ReadonlyMap<number, string>>
> | null;

const ALL_LOCATIONS = "All locations";

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

export type PhysicianNames = ReadonlyMap<number, string>;

const NO_PHYSICIANS: PhysicianNames = new Map();

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
 * A text for each id, 'INVALID FACILITY (ID: 77)' for an unknown one (R212). Without the organisation, places show by
 * number.
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

/** True for the text of a place that the organisation lacks. */
export function isInvalidLocation(text: string): boolean {
  return /^INVALID (DIVISION|REGION|FACILITY) \(ID: /.test(text);
}
