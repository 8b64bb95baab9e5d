import { getPhysician } from "~/contract/physician";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import {
  DIVISIONS,
  PHYSICIANS,
  REGIONS,
  type MockFacility,
} from "../organization.data";
import { scopeOf } from "../scope";

export function physicianHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "physician", getPhysician, ({ viewer, params }) => {
      const { facilities } = scopeOf(viewer, "physician", params.npi);
      const physician = PHYSICIANS.find(({ npi }) => npi === params.npi);
      return {
        lastUpdated: host.lastUpdated,
        data: {
          physician_id: physician?.npi ?? NO_PHYSICIAN_ID,
          physician_npi: physician?.npi ?? NO_PHYSICIAN_ID,
          first_name: physician?.firstName ?? null,
          last_name: physician?.lastName ?? null,
          credentials: physician?.credentials ?? null,
          primary_specialty: physician?.specialty ?? null,
          alternate_specialty: null,
          organization_legal_name: physician?.employer ?? null,
          facilities: facilities.map(asPhysicianFacility),
        },
      };
    }),
  ];
}

function asPhysicianFacility(facility: MockFacility) {
  const region = REGIONS.find(({ id }) => id === facility.regionId);
  const division = DIVISIONS.find(({ id }) => id === region?.divisionId);
  return {
    facility_id: facility.id,
    facility_name: facility.name,
    region_id: facility.regionId,
    region_name: region?.name ?? "",
    division_id: division?.id ?? 0,
    division_name: division?.name ?? "",
  };
}
