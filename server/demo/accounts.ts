import type { AccessLevel } from "~/domain/access/ranks";
import type { DemoOrganisation } from "./organisation";

/** Usernames of the demo accounts (R231). */
export const DEMO_USERNAMES = [
  "demo-company",
  "demo-admin",
  "demo-accounts",
  "demo-division",
  "demo-region",
  "demo-facility",
  "demo-facilities",
  "demo-physician",
  "demo-physicians",
  "demo-isnp",
] as const;

export interface DemoAccount {
  username: (typeof DEMO_USERNAMES)[number];
  firstname: string;
  lastname: string;
  accessLevel: AccessLevel;
  accessLevelIds: number[];
  isnpOnly: boolean;
}

/** A physician who works in one facility, and the one who works in the most. */
function physiciansFor({ facilities }: DemoOrganisation) {
  const facilitiesOf = new Map<number, number>();
  for (const { npis, kind } of facilities) {
    for (const npi of kind === "not-open-yet" ? [] : npis) {
      facilitiesOf.set(npi, (facilitiesOf.get(npi) ?? 0) + 1);
    }
  }
  const busiestFirst = [...facilitiesOf].sort((a, b) => b[1] - a[1]);
  return {
    single: busiestFirst.find(([, count]) => count === 1)?.[0] ?? 0,
    several: busiestFirst[0]?.[0] ?? 0,
  };
}

/** The demo accounts, at places of the demo organisation where there is something to see. */
export function demoAccounts(organisation: DemoOrganisation): DemoAccount[] {
  const { single, several } = physiciansFor(organisation);
  const [first, second] = organisation.facilities.filter(
    ({ kind, isnpShare }) => kind === "ordinary" && isnpShare > 0,
  );
  const region = first?.regionId ?? 0;
  const division =
    organisation.regions.find(({ id }) => id === region)?.divisionId ?? 0;
  const facilityIds = [first?.id ?? 0, second?.id ?? 0];
  const account = (
    username: DemoAccount["username"],
    lastname: string,
    accessLevel: AccessLevel,
    accessLevelIds: number[],
    isnpOnly = false,
  ) => ({
    username,
    firstname: "Demo",
    lastname,
    accessLevel,
    accessLevelIds,
    isnpOnly,
  });
  return [
    account("demo-company", "Company", "company", [0]),
    account("demo-admin", "Admin", "admin", [0]),
    account("demo-accounts", "Accounts", "account_manager", [0]),
    account("demo-division", "Division", "division", [division]),
    account("demo-region", "Region", "region", [region]),
    account("demo-facility", "Facility", "facility", facilityIds.slice(0, 1)),
    account("demo-facilities", "Facilities", "facility", facilityIds),
    account("demo-physician", "Physician", "physician", [single]),
    account("demo-physicians", "Physicians", "physician", [several]),
    account("demo-isnp", "ISNP", "region", [region], true),
  ];
}

/** The facility of demo-facility, of which the demo tells the most. */
export function facilityOfMost(organisation: DemoOrganisation) {
  const [id] = placesOf(organisation, "demo-facility");
  return organisation.facilities.find((facility) => facility.id === id);
}

export function placesOf(
  organisation: DemoOrganisation,
  wanted: DemoAccount["username"],
): number[] {
  return (
    demoAccounts(organisation).find(({ username }) => username === wanted)
      ?.accessLevelIds ?? []
  );
}
