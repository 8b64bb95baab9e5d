import { z } from "zod";
import { nameCell, textCell } from "./cells";
import type { DeepReadonly } from "./deep-readonly";
import { endpoint } from "./endpoint";
import { dated, id, idParam } from "./wire";

export const physician = z.object({
  physician_id: id,
  physician_npi: id,
  first_name: textCell,
  last_name: textCell,
  credentials: textCell,
  primary_specialty: textCell,
  alternate_specialty: textCell,
  organization_legal_name: textCell,
  facilities: z.array(
    z.object({
      facility_id: id,
      facility_name: nameCell,
      region_id: id,
      region_name: nameCell,
      division_id: id,
      division_name: nameCell,
    }),
  ),
});
export type Physician = DeepReadonly<z.output<typeof physician>>;

export const getPhysician = endpoint({
  path: "/api/physician/:npi/",
  params: z.object({ npi: idParam }),
  answer: dated(physician),
});
