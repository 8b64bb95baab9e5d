import type { Kysely } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";
import {
  COMPANY_ID,
  NO_PHYSICIAN_ID,
  type Level,
  type LocationLevel,
} from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import {
  accessibleFacilityIds,
  hasRankOf,
  seesEverything,
  type FacilityIds,
} from "./facilities";
import { onceARequest } from "./once-a-request";

export interface Subject {
  level: Level;
  id: number;
  facilityId?: number;
}

/** Facilities whose stays count. `npi`: that physician's stays, null for stays without one, omitted for all. */
export type Scope =
  | {
      verdict: "allow";
      facilityIds: FacilityIds;
      npi?: number | null;
    }
  | { verdict: "forbidden" }
  | { verdict: "not-found" };

type Db = Kysely<Schema>;

const FORBIDDEN = { verdict: "forbidden" } as const;
const NOT_FOUND = { verdict: "not-found" } as const;

/** Checks a call for figures (R16, R85). Viewers who could not have seen an unknown id get "forbidden". */
export function resolveScope(
  db: Db,
  viewer: Viewer,
  subject: Subject,
): Promise<Scope> {
  const { level, id, facilityId } = subject;
  const asked = ["scope", level, id, facilityId];
  return onceARequest(viewer, db, asked, async () => {
    const scope = await scopeOfLevel(db, viewer, subject);
    return scope.verdict !== "allow" || facilityId === undefined
      ? scope
      : narrowToFacility(db, viewer, scope, facilityId);
  });
}

/** True if only ISNP stays count: the caller asked for it, or the viewer sees nothing else. */
export function isIsnpOnly(
  viewer: Viewer,
  asked: boolean | undefined,
): boolean {
  return viewer.isnpOnly || asked === true;
}

function scopeOfLevel(
  db: Db,
  viewer: Viewer,
  { level, id }: Subject,
): Promise<Scope> | Scope {
  switch (level) {
    case "company":
      return scopeOfCompany(viewer, id);
    case "physician":
      return scopeOfPhysician(db, viewer, id);
    default:
      return scopeOfLocation(db, viewer, level, id);
  }
}

function scopeOfCompany(viewer: Viewer, id: number): Scope {
  const { accessLevel } = viewer;
  if (accessLevel !== "company" && accessLevel !== "admin") return FORBIDDEN;
  return id === COMPANY_ID
    ? { verdict: "allow", facilityIds: "all" }
    : NOT_FOUND;
}

async function scopeOfLocation(
  db: Db,
  viewer: Viewer,
  level: LocationLevel,
  id: number,
): Promise<Scope> {
  if (!hasRankOf(viewer, level)) return FORBIDDEN;
  const location = await findLocation(db, level, id);
  const ownId = location?.ancestry[viewer.accessLevel];
  const isOwn = ownId !== undefined && viewer.accessLevelIds.includes(ownId);
  if (location && (isOwn || seesEverything(viewer))) {
    return { verdict: "allow", facilityIds: location.facilityIds };
  }
  return seesEverything(viewer) ? NOT_FOUND : FORBIDDEN;
}

async function scopeOfPhysician(
  db: Db,
  viewer: Viewer,
  npi: number,
): Promise<Scope> {
  if (viewer.accessLevel === "physician") {
    const isOwn =
      npi !== NO_PHYSICIAN_ID &&
      viewer.accessLevelIds.includes(npi) &&
      (await isKnownPhysician(db, npi));
    return isOwn ? { verdict: "allow", facilityIds: "all", npi } : FORBIDDEN;
  }
  const facilityIds = await accessibleFacilityIds(db, viewer);
  if (npi === NO_PHYSICIAN_ID) {
    return { verdict: "allow", facilityIds, npi: null };
  }
  if (facilityIds === "all") {
    return (await isKnownPhysician(db, npi))
      ? { verdict: "allow", facilityIds, npi }
      : NOT_FOUND;
  }
  return (await worksInOneOf(db, npi, facilityIds))
    ? { verdict: "allow", facilityIds, npi }
    : FORBIDDEN;
}

async function narrowToFacility(
  db: Db,
  viewer: Viewer,
  scope: Extract<Scope, { verdict: "allow" }>,
  facilityId: number,
): Promise<Scope> {
  const accessible = await accessibleFacilityIds(db, viewer);
  if (accessible === "all") {
    const location = await findLocation(db, "facility", facilityId);
    if (!location) return NOT_FOUND;
  } else if (!accessible.includes(facilityId)) {
    return FORBIDDEN;
  }
  const isInside =
    scope.facilityIds === "all" || scope.facilityIds.includes(facilityId);
  return { ...scope, facilityIds: isInside ? [facilityId] : [] };
}

async function isKnownPhysician(db: Db, npi: number): Promise<boolean> {
  const row = await db
    .selectFrom("physicians")
    .where("npi", "=", npi)
    .select("npi")
    .executeTakeFirst();
  return row !== undefined;
}

async function worksInOneOf(
  db: Db,
  npi: number,
  facilityIds: number[],
): Promise<boolean> {
  if (facilityIds.length === 0) return false;
  const row = await db
    .selectFrom("stays")
    .where("npi", "=", npi)
    .where("facility_id", "in", facilityIds)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const ID_OF = {
  division: "divisions.id",
  region: "regions.id",
  facility: "facilities.id",
} as const;

async function findLocation(
  db: Db,
  level: LocationLevel,
  id: number,
): Promise<{
  ancestry: Partial<Record<AccessLevel, number>>;
  facilityIds: number[];
} | null> {
  const rows = await db
    .selectFrom("divisions")
    .leftJoin("regions", "regions.division_id", "divisions.id")
    .leftJoin("facilities", "facilities.region_id", "regions.id")
    .where(ID_OF[level], "=", id)
    .select([
      "divisions.id as division",
      "regions.id as region",
      "facilities.id as facility",
    ])
    .orderBy("facilities.id")
    .execute();
  const [first] = rows;
  if (!first) return null;
  const { division, region, facility } = first;
  return {
    ancestry: {
      division,
      ...(level !== "division" && region !== null && { region }),
      ...(level === "facility" && facility !== null && { facility }),
    },
    facilityIds: rows.flatMap((row) => row.facility ?? []),
  };
}
