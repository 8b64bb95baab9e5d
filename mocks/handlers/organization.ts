import { getOrganization } from "~/contract/organization";
import { rankOf } from "~/domain/access/ranks";
import { LOCATION_RANKS } from "~/domain/access/guard";
import { mockEndpoint } from "../mock-endpoint";
import type { MockHost } from "../mock-host";
import { DIVISIONS, REGIONS } from "../organization.data";
import { facilitiesOf, facilitiesUnder } from "../scope";

function byName<Row>(rows: Row[], name: (row: Row) => string): Row[] {
  return rows.sort((a, b) => name(a).localeCompare(name(b)));
}

/** The places in view: facilities, and those regions and divisions whose facilities are all in view. */
export function organizationHandlers(host: MockHost) {
  return [
    mockEndpoint(host, "organization", getOrganization, ({ viewer }) => {
      const rank = rankOf(viewer.accessLevel);
      const mine = new Set(facilitiesOf(viewer));
      const regions = REGIONS.filter(
        ({ id }) =>
          rank >= LOCATION_RANKS.region &&
          facilitiesUnder("region", id).every((one) => mine.has(one)),
      );
      const divisions = DIVISIONS.filter(
        ({ id }) =>
          rank >= LOCATION_RANKS.division &&
          facilitiesUnder("division", id).every((one) => mine.has(one)),
      );
      const visible = rank >= LOCATION_RANKS.facility ? [...mine] : [];
      const facilities = visible.map((facility) => {
        const region = REGIONS.find(({ id }) => id === facility.regionId);
        return {
          facility_id: facility.id,
          facility_name: facility.name,
          region_id: facility.regionId,
          region_name: region?.name ?? "",
          division_id: region?.divisionId ?? 0,
          overall: facility.stars.overall,
          health_inspection: facility.stars.survey,
          qm: facility.stars.quality,
          staffing: facility.stars.staffing,
        };
      });
      return {
        data: {
          divisions: divisions.map(({ id, name }) => ({
            division_id: id,
            division_name: name,
          })),
          regions: byName(
            regions.map(({ id, name, divisionId }) => ({
              region_id: id,
              region_name: name,
              division_id: divisionId,
            })),
            (region) => region.region_name,
          ),
          facilities: byName(facilities, (one) => one.facility_name),
        },
      };
    }),
  ];
}
