import {
  COMPANY_ID,
  NO_PHYSICIAN_ID,
  type Level,
  type LocationLevel,
} from "../places/hierarchy";
import { LEVEL_NAMES } from "../places/level-names";
import { messages } from "../messages";
import { lastFirst } from "../person-name";
import type { AccessibleLocations } from "./accessible-locations";
import { LOCATION_RANKS } from "./guard";
import { rankOf } from "./ranks";
import type { Viewer } from "./viewer";

export interface Breadcrumb {
  label: string;
  target?: { level: Level; id: number };
  current: boolean;
}

export interface TrailPlace {
  level: LocationLevel;
  id: number | null;
  name: string;
}

/** From below the company down to the subject. */
export type Trail = readonly TrailPlace[];

const HOME_RANK = 5;

const MULTIPLE = "Multiple";

/** Crumbs link only where the viewer may go: no Company Overview for rank 7 (R9), plain text for rank 1 (R24, R25, R26). */
export function breadcrumbsFor(page: {
  level: Level;
  viewer: Viewer;
  trail: Trail;
  physicianName?: string;
}): Breadcrumb[] {
  const { level, viewer, trail, physicianName } = page;
  const rank = rankOf(viewer.accessLevel);
  const crumbs: Breadcrumb[] = [];
  if (rank >= HOME_RANK) crumbs.push(homeCrumb(rank, level));
  for (const place of trail) crumbs.push(placeCrumb(place, level, rank));
  if (level === "physician") {
    crumbs.push({ label: physicianName ?? messages.unknown, current: true });
  }
  return crumbs;
}

function homeCrumb(rank: number, level: Level): Breadcrumb {
  const label = messages.profile.companyOverview;
  if (level === "company") return { label, current: true };
  return rank > 6
    ? { label, current: false }
    : { label, target: { level: "company", id: COMPANY_ID }, current: false };
}

function placeCrumb(place: TrailPlace, page: Level, rank: number): Breadcrumb {
  const label = `${LEVEL_NAMES[place.level]}: ${place.name}`;
  const current = place.level === page;
  if (current || place.id === null || rank < LOCATION_RANKS[place.level]) {
    return { label, current };
  }
  return { label, target: { level: place.level, id: place.id }, current };
}

/** A facility may be visible without the region or division above it: what lies below names these, or they are left out. */
export function trailOfLocation(
  level: LocationLevel,
  id: number,
  organization: AccessibleLocations,
): Trail {
  const { divisions, regions, facilities } = organization;
  const facility =
    level === "facility"
      ? facilities.find((one) => one.facility_id === id)
      : undefined;
  const regionId = level === "region" ? id : facility?.region_id;
  const region = regions.find((one) => one.region_id === regionId);
  const below = region ?? facility;
  const divisionId = level === "division" ? id : below?.division_id;
  const divisionName =
    divisions.find((one) => one.division_id === divisionId)?.division_name ??
    below?.division_name ??
    facility?.division_name;
  return [
    divisionId !== undefined && divisionName !== undefined
      ? place("division", divisionId, divisionName)
      : undefined,
    region
      ? place("region", region.region_id, region.region_name)
      : facility && place("region", facility.region_id, facility.region_name),
    facility && place("facility", facility.facility_id, facility.facility_name),
  ].filter((one) => one !== undefined);
}

function place(level: LocationLevel, id: number, name: string): TrailPlace {
  return { level, id, name };
}

export type PhysicianFacility = Required<
  AccessibleLocations["facilities"][number]
>;

/** Trail of a physician's page (R27). A selected facility that is not one of the physician's counts as none. */
export function trailOfPhysician(
  facilities: readonly PhysicianFacility[],
  selectedFacilityId?: number,
): Trail {
  const selected = facilities.filter(
    (one) => one.facility_id === selectedFacilityId,
  );
  const all = selected.length > 0 ? selected : facilities;
  const places: TrailPlace[] = [
    shared("division", all, (one) => [one.division_id, one.division_name]),
    shared("region", all, (one) => [one.region_id, one.region_name]),
    shared("facility", all, (one) => [one.facility_id, one.facility_name]),
  ];
  return all.length > 0 ? places : [];
}

function shared(
  level: LocationLevel,
  facilities: readonly PhysicianFacility[],
  read: (facility: PhysicianFacility) => [id: number, name: string],
): TrailPlace {
  const names = new Map(facilities.map(read));
  const [only] = names;
  return only && names.size === 1
    ? place(level, ...only)
    : { level, id: null, name: MULTIPLE };
}

export function physicianCrumbLabel(physician: {
  npi: number;
  firstName: string | null;
  lastName: string | null;
}): string {
  return physician.npi === NO_PHYSICIAN_ID
    ? messages.noPhysician
    : lastFirst(physician.lastName, physician.firstName);
}
