import type { Organization } from "~/contract/organization";
import { physicianCrumbLabel, type Trail } from "~/domain/access/breadcrumbs";
import type { Filters } from "~/domain/filters";
import type { Level } from "~/domain/places/hierarchy";
import { settings } from "~/env.server";
import type { SignedIn } from "~/session/require-user.server";
import { physicianEntity, placeEntity } from "../overview/entity";
import {
  undated,
  type PhysicianPanel,
  type PanelsOfPage,
} from "./load-panels.server";
import type { FacilityChoice, ProfileView } from "../profile-view";

/** Locations name a place's page, and a physician's facility; there the page does without them if it has to. */
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

interface Subject {
  entity: ProfileView["entity"];
  name: string | null;
  trail: Trail;
  /** Last breadcrumb of a physician's page; null elsewhere. */
  crumb: string | null;
  choices: FacilityChoice[];
  facilityName: string | null;
}

/** Stands for the company where the operator has not said its name (COMPANY_NAME). */
const WHOLE_COMPANY = "All facilities";

/** Whom a page is about: the first block of its card, its name, and the way to it. */
export function subjectOf(
  level: Level,
  id: number,
  {
    metrics,
    physician,
  }: Pick<PanelsOfPage, "metrics"> & { physician: PhysicianPanel },
  organization: Organization | null,
  { facilityId }: Filters,
): Subject {
  const plain = { crumb: null, choices: [], facilityName: null };
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
