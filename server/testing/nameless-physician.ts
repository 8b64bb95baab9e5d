import type { PhysicianTable } from "~server/store/schema";

export function namelessPhysician(npi: number): PhysicianTable {
  return {
    npi,
    first_name: null,
    last_name: null,
    credentials: null,
    primary_specialty: null,
    alternate_specialty: null,
    organization_legal_name: null,
  };
}
