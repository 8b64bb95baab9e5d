import { z } from "zod";
import { nameCell, starsCell } from "./cells";
import { cmsFileCell } from "./cms-file";
import { endpoint } from "./endpoint";
import { row } from "./plain-first";
import { id, nothing } from "./wire";

export const organizationDivision = row({
  division_id: id,
  division_name: nameCell,
});

export const organizationRegion = row({
  region_id: id,
  region_name: nameCell,
  division_id: id,
  /** For breadcrumbs of viewers who may not open the division. */
  division_name: nameCell.optional(),
});

export const organizationFacility = row({
  facility_id: id,
  facility_name: nameCell,
  region_id: id,
  region_name: nameCell,
  division_id: id,
  division_name: nameCell.optional(),
  overall: starsCell,
  health_inspection: starsCell,
  qm: starsCell,
  staffing: starsCell,
  cms_file: cmsFileCell,
});

/** The locations that the viewer may open; facilities and regions sorted by name (R23). */
export const organization = z.object({
  divisions: z.array(organizationDivision),
  regions: z.array(organizationRegion),
  facilities: z.array(organizationFacility),
});
export type Organization = z.infer<typeof organization>;

/**
 * GET /api/company/organization/. The region and division of a facility are in the lists only where the viewer
 * may open them.
 */
export const getOrganization = endpoint({
  method: "GET",
  path: "/api/company/organization/",
  params: nothing,
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: z.object({ data: organization, token: z.string().nullish() }),
});
