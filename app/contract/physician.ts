import { z } from "zod";
import { endpoint } from "./endpoint";
import { dated, id, idParam, nothing } from "./wire";

/** A physician and the facilities, among those that the viewer may see, where they have stays (dashboard spec §3). */
export const physician = z.object({
  physician_id: id,
  physician_npi: id,
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  credentials: z.string().nullable(),
  primary_specialty: z.string().nullable(),
  alternate_specialty: z.string().nullable(),
  organization_legal_name: z.string().nullable(),
  facilities: z.array(
    z.object({
      facility_id: id,
      facility_name: z.string(),
      region_id: id,
      region_name: z.string(),
      division_id: id,
      division_name: z.string(),
    }),
  ),
});
export type Physician = z.infer<typeof physician>;

/** GET /api/physician/{npi}/. */
export const getPhysician = endpoint({
  method: "GET",
  path: "/api/physician/:npi/",
  params: z.object({ npi: idParam }),
  query: nothing,
  body: nothing,
  bodyType: "none",
  answer: dated(physician),
});
