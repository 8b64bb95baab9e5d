import type { LocationLevel } from "../places/hierarchy";

export interface AccessibleLocations {
  divisions: readonly { division_id: number; division_name: string }[];
  regions: readonly {
    region_id: number;
    region_name: string;
    division_id: number;
    division_name?: string;
  }[];
  facilities: readonly {
    facility_id: number;
    facility_name: string;
    region_id: number;
    region_name: string;
    division_id: number;
    division_name?: string;
  }[];
}

export function isAccessible(
  locations: AccessibleLocations,
  level: LocationLevel,
  id: number,
): boolean {
  switch (level) {
    case "division":
      return locations.divisions.some((one) => one.division_id === id);
    case "region":
      return locations.regions.some((one) => one.region_id === id);
    case "facility":
      return locations.facilities.some((one) => one.facility_id === id);
  }
}
