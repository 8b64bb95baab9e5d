import { rankOf } from "~/domain/access/ranks";
import { LOCATION_RANKS } from "~/domain/access/guard";
import type { Viewer } from "~/domain/access/viewer";
import {
  COMPANY_ID,
  NO_PHYSICIAN_ID,
  type Level,
  type LocationLevel,
} from "~/domain/places/hierarchy";
import {
  DIVISIONS,
  FACILITIES,
  PATIENTS,
  PHYSICIANS,
  REGIONS,
  type MockFacility,
} from "./organization.data";
import { forbidden, notFound } from "./refusal";

/** What a call may count: facilities, and a physician's share of them (null: the stays without one). */
export interface Scope {
  facilities: readonly MockFacility[];
  npi?: number | null;
}

/** Facilities of a place. */
export function facilitiesUnder(
  level: LocationLevel,
  id: number,
): MockFacility[] {
  return FACILITIES.filter((facility) => {
    const region = REGIONS.find(({ id: one }) => one === facility.regionId);
    const ancestry = {
      facility: facility.id,
      region: facility.regionId,
      division: region?.divisionId,
    };
    return ancestry[level] === id;
  });
}

/** Facilities that a viewer may see; a physician's own. */
export function facilitiesOf(viewer: Viewer): readonly MockFacility[] {
  const { accessLevel, accessLevelIds } = viewer;
  switch (accessLevel) {
    case "company":
    case "admin":
    case "account_manager":
      return FACILITIES;
    case "physician":
      return FACILITIES.filter(({ id }) =>
        PHYSICIANS.some(
          ({ npi, facilityIds }) =>
            accessLevelIds.includes(npi) && facilityIds.includes(id),
        ),
      );
    case "division":
    case "region":
    case "facility":
      return accessLevelIds.flatMap((id) => facilitiesUnder(accessLevel, id));
  }
}

/** Judges a call for figures as the data server does. Throws 403 or 404. */
export function scopeOf(
  viewer: Viewer,
  level: Level,
  id: number,
  facilityId?: number,
): Scope {
  const scope = scopeOfLevel(viewer, level, id);
  if (facilityId === undefined) return scope;
  if (!facilitiesOf(viewer).some((one) => one.id === facilityId)) {
    throw rankOf(viewer.accessLevel) < 5 ? forbidden() : notFound();
  }
  const facilities = scope.facilities.filter((one) => one.id === facilityId);
  return { ...scope, facilities };
}

function scopeOfLevel(viewer: Viewer, level: Level, id: number): Scope {
  const rank = rankOf(viewer.accessLevel);
  if (level === "physician") return scopeOfPhysician(viewer, id);
  if (level === "company") {
    if (rank !== 5 && rank !== 6) throw forbidden();
    if (id !== COMPANY_ID) throw notFound();
    return { facilities: FACILITIES };
  }
  if (rank < LOCATION_RANKS[level]) throw forbidden();
  if (!isKnownPlace(level, id)) throw rank >= 5 ? notFound() : forbidden();
  const mine = new Set(facilitiesOf(viewer));
  const facilities = facilitiesUnder(level, id);
  if (!facilities.every((facility) => mine.has(facility))) throw forbidden();
  return { facilities };
}

function isKnownPlace(level: LocationLevel, id: number): boolean {
  const places = { division: DIVISIONS, region: REGIONS, facility: FACILITIES };
  return places[level].some((place) => place.id === id);
}

function scopeOfPhysician(viewer: Viewer, npi: number): Scope {
  const rank = rankOf(viewer.accessLevel);
  const mine = facilitiesOf(viewer);
  if (npi === NO_PHYSICIAN_ID) {
    if (rank < 2) throw forbidden();
    const withNone = new Set(
      PATIENTS.filter((one) => one.npi === null).map((one) => one.facilityId),
    );
    return { facilities: mine.filter(({ id }) => withNone.has(id)), npi: null };
  }
  if (rank === 1 && !viewer.accessLevelIds.includes(npi)) throw forbidden();
  const physician = PHYSICIANS.find((one) => one.npi === npi);
  const facilities = mine.filter(({ id }) =>
    physician?.facilityIds.includes(id),
  );
  if (facilities.length > 0) return { facilities, npi };
  throw physician || rank < 5 ? forbidden() : notFound();
}
