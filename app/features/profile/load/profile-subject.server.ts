import type { Metrics } from "~/contract/metrics";
import type { Organization } from "~/contract/organization";
import type { Physician } from "~/contract/physician";
import {
  physicianCrumbLabel,
  trailOfLocation,
  trailOfPhysician,
} from "~/domain/access/breadcrumbs";
import type { Filters } from "~/domain/filters";
import { messages } from "~/domain/messages";
import { firstLast } from "~/domain/person-name";
import {
  type Level,
  type LocationLevel,
  NO_PHYSICIAN_ID,
} from "~/domain/places/hierarchy";
import { LEVEL_NAMES } from "~/domain/places/level-names";
import { settings } from "~/env.server";
import type {
  EntityView,
  FacilityChoice,
  FollowingPanel,
  PanelView,
  StarRatings,
} from "../profile-view";
import { cmsFileWords } from "../rules/cms/cms-file";
import type { SignedIn } from "~/session/require-user.server";
import {
  type PanelsOfPage,
  type PhysicianPanel,
  undated,
} from "./load-panels.server";

export function placeEntity(
  level: LocationLevel,
  id: number,
  organization: Organization,
  metrics: FollowingPanel<Metrics>,
) {
  const trail = trailOfLocation(level, id, organization);
  const name = trail.find((place) => place.level === level)?.name ?? null;
  const entity: EntityView = {
    kind: "place",
    name: name ?? LEVEL_NAMES[level],
    parents: trail
      .filter((place) => place.level !== level)
      .reverse()
      .map((place) => `${LEVEL_NAMES[place.level]}: ${place.name}`),
    ...(level === "facility" && {
      ratings: starsOf(id, organization, metrics),
    }),
  };
  return { entity, name, trail };
}

/** Falls back to the stars of the organisation. */
function starsOf(
  facilityId: number,
  { facilities }: Organization,
  metrics: FollowingPanel<Metrics>,
): StarRatings {
  const rated = metrics.state === "data" ? metrics.data.cms_rating : null;
  const listed = facilities.find((one) => one.facility_id === facilityId);
  return {
    overall: (rated ? rated.overall : listed?.overall) ?? null,
    survey: (rated ? rated.survey : listed?.health_inspection) ?? null,
    quality: (rated ? rated.quality : listed?.qm) ?? null,
    staffing: (rated ? rated.staffing : listed?.staffing) ?? null,
    ...cmsFileWords((rated ?? listed)?.cms_file),
  };
}

export function physicianEntity({
  npi,
  record,
  facilityId,
  organization,
}: {
  npi: number;
  record: PanelView<Physician> | null;
  facilityId: number | undefined;
  /** The viewer's locations, where they are known; they name a facility that the record does not list. */
  organization: Organization | null;
}) {
  const physician = record?.state === "data" ? record.data : null;
  const facilities = physician?.facilities ?? [];
  const known = [...facilities, ...(organization?.facilities ?? [])].find(
    (one) => one.facility_id === facilityId,
  );
  const facilityName =
    facilityId === undefined
      ? null
      : (known?.facility_name ?? `Facility ${facilityId}`);
  const isOwnFacility = facilities.some(
    (one) => one.facility_id === facilityId,
  );
  const trail =
    physician || facilityId === undefined || !organization
      ? trailOfPhysician(facilities, facilityId)
      : trailOfLocation("facility", facilityId, organization);
  const choices = facilities.map((one) => ({
    id: one.facility_id,
    name: one.facility_name,
  }));
  if (facilityId !== undefined && facilityName !== null && !isOwnFacility) {
    choices.push({ id: facilityId, name: facilityName });
  }
  const entity: EntityView =
    npi === NO_PHYSICIAN_ID
      ? { kind: "no-physician", facility: facilityName }
      : personEntity(record);
  return {
    entity,
    name: subjectName(npi, physician),
    trail,
    choices: facilities.length > 0 && choices.length > 1 ? choices : [],
    facilityName,
  };
}

function subjectName(npi: number, physician: Physician | null): string | null {
  if (npi === NO_PHYSICIAN_ID) return messages.noPhysician;
  return physician && firstLast(physician.first_name, physician.last_name);
}

function personEntity(record: PanelView<Physician> | null): EntityView {
  if (record?.state !== "data") {
    return {
      kind: record?.state === "error" ? "physician-error" : "physician-empty",
    };
  }
  const { data } = record;
  const name = firstLast(data.first_name, data.last_name);
  const credentials = data.credentials?.trim();
  return {
    kind: "physician",
    name: credentials ? `${name}, ${credentials}` : name,
    specialty: data.primary_specialty?.trim() || null,
    employer: data.organization_legal_name?.trim() || null,
    facilities: data.facilities.map((one) => one.facility_name),
  };
}

/** Pages do without the locations if they must. */
export async function organizationFor(
  signedIn: SignedIn,
  level: Level,
  { facilityId }: Filters,
): Promise<Organization | null> {
  if (level === "company") return null;
  if (level !== "physician") return signedIn.organization();
  if (facilityId === undefined) return null;
  try {
    return await signedIn.organization();
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status >= 400) return null;
    throw thrown;
  }
}

/** Stands for the company where the operator has not said its name (COMPANY_NAME). */
const WHOLE_COMPANY = "All facilities";

export function subjectOf(
  level: Level,
  id: number,
  {
    metrics,
    physician,
  }: Pick<PanelsOfPage, "metrics"> & { physician: PhysicianPanel },
  organization: Organization | null,
  { facilityId }: Filters,
) {
  const choices: FacilityChoice[] = [];
  const plain = { crumb: null, choices, facilityName: null };
  if (level === "company") {
    const companyName = settings.COMPANY_NAME || WHOLE_COMPANY;
    const entity = { kind: "company", companyName } as const;
    return { ...plain, entity, name: null, trail: [] };
  }
  if (level !== "physician") {
    const locations = organization ?? {
      divisions: [],
      regions: [],
      facilities: [],
    };
    const view = undated(metrics, (data) => data);
    return { ...plain, ...placeEntity(level, id, locations, view) };
  }
  const record = physician?.state === "data" ? physician.data : null;
  return {
    ...physicianEntity({
      npi: id,
      record: physician,
      facilityId,
      organization,
    }),
    crumb: physicianCrumbLabel({
      npi: id,
      firstName: record?.first_name ?? null,
      lastName: record?.last_name ?? null,
    }),
  };
}
