import type { Kysely } from "kysely";
import type { AccessLevel } from "~/domain/access/ranks";
import type { Schema } from "~server/store/schema";
import type { DemoFacility, DemoOrganisation } from "./organisation";

/** `demo-` and the name in lower case (R231). */
const ACCOUNTS = {
  Company: "company",
  Admin: "admin",
  Accounts: "account_manager",
  Division: "division",
  Region: "region",
  Facility: "facility",
  Facilities: "facility",
  Physician: "physician",
  Physicians: "physician",
  ISNP: "region",
} as const satisfies Record<string, AccessLevel>;

const usernameOf = (name: string) => `demo-${name.toLowerCase()}`;

export const DEMO_USERNAMES = Object.keys(ACCOUNTS).map(usernameOf);

/** These places have something to show. */
export function demoAccounts({ facilities, regions }: DemoOrganisation) {
  const facilitiesOf = new Map<number, number>();
  for (const npi of facilities.flatMap(({ npis, kind }) =>
    kind === "not-open-yet" ? [] : npis,
  )) {
    facilitiesOf.set(npi, (facilitiesOf.get(npi) ?? 0) + 1);
  }
  const busiestFirst = [...facilitiesOf].sort((a, b) => b[1] - a[1]);
  const [first, second] = facilities.filter(
    ({ kind, isnpShare }) => kind === "ordinary" && isnpShare > 0,
  );
  const region = first!.region_id;
  const places: Partial<Record<string, number[]>> = {
    Division: [regions.find(({ id }) => id === region)!.division_id],
    Region: [region],
    Facility: [first!.id],
    Facilities: [first!.id, second!.id],
    Physician: [busiestFirst.find(([, count]) => count === 1)![0]],
    Physicians: [busiestFirst[0]![0]],
    ISNP: [region],
  };
  return Object.entries(ACCOUNTS).map(([name, accessLevel]) => ({
    username: usernameOf(name),
    firstname: "Demo",
    lastname: name,
    accessLevel,
    accessLevelIds: places[name] ?? [0],
    isnpOnly: name === "ISNP",
  }));
}

/** The facility of demo-facility, which has the most to show. */
export function facilityOfMost(organisation: DemoOrganisation): DemoFacility {
  const account = demoAccounts(organisation).find(
    ({ username }) => username === "demo-facility",
  )!;
  return organisation.facilities.find(
    ({ id }) => id === account.accessLevelIds[0],
  )!;
}

export type StoredAccount = Awaited<ReturnType<typeof storedAccounts>>[number];

/** The demo accounts with their stored users; undefined if somebody deleted one. */
export async function storedAccounts(
  db: Kysely<Schema>,
  organisation: DemoOrganisation,
) {
  const users = await db
    .selectFrom("users")
    .select(["id", "username", "firstname", "lastname"])
    .execute();
  return demoAccounts(organisation).map((account) => ({
    ...account,
    user: users.find(({ username }) => username === account.username),
  }));
}
