import { z } from "zod";
import { isTimeZone } from "~/domain/time-zone";
import { cell, nameCell, starsCell } from "./cells";
import { cmsFileCell } from "./cms-file";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { id } from "./wire";

/** Such as `America/Chicago`; null where it is New York's. */
const zoneCell = cell(z.string().refine(isTimeZone).nullable(), null);

export const organizationDivision = z.object({
  division_id: id,
  division_name: nameCell,
});

export const organizationRegion = z.object({
  region_id: id,
  region_name: nameCell,
  division_id: id,
  /** For the breadcrumbs of viewers who may not open the division. */
  division_name: nameCell.optional(),
});

export const organizationFacility = z.object({
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
  /** The clock that says which day is today there (R491); a host may leave it out. */
  time_zone: zoneCell.optional(),
});

/** Facilities and regions are sorted by name (R23). */
export const organization = z.object({
  divisions: z.array(organizationDivision),
  regions: z.array(organizationRegion),
  facilities: z.array(organizationFacility),
});
export type Organization = DeepReadonly<z.output<typeof organization>>;

/** Lists a facility's region and division only if the viewer may open them. */
export const getOrganization = endpoint({
  path: "/api/company/organization/",
  answer: z.object({ data: organization, token: z.string().nullish() }),
});
