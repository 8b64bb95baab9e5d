export interface AccessibleLocations {
  divisions: readonly { division_id: number; division_name: string }[];
  regions: readonly {
    region_id: number;
    region_name: string;
    division_id: number;
    division_name?: string;
  }[];
  facilities: readonly {
    facility_id: number;
    facility_name: string;
    region_id: number;
    region_name: string;
    division_id: number;
    division_name?: string;
  }[];
}
