import type { Kysely } from "kysely";
import { firstLast } from "~/domain/person-name";
import { mayWriteReview } from "~/features/reviews/rules/review-rules";
import type { Schema } from "~server/store/schema";
import { demoAccounts, type DemoAccount } from "./accounts";
import { personName, type DemoOrganisation } from "./organisation";
import { seededRandom, type Random } from "./random";

/** Somebody who writes reviews. */
export interface Writer {
  /** 0 for a nurse without a demo account. */
  userId: number;
  name: string;
}

interface TransferOfWriter {
  facility_id: number;
  npi: number | null;
  isnp: 0 | 1 | null;
}

/** Who works on the reviews of each facility. */
export interface Writers {
  nursesOf(facilityId: number): Writer[];
  /** Whoever might write the review of a transfer: a nurse of the facility, the attending physician, or who sees its ISNP. */
  pick(random: Random, transfer: TransferOfWriter): Writer;
}

/** Nurses whom a facility has beside the demo accounts. */
const NURSES = 2;
const BY_OTHERS = 0.35;

/** The demo accounts that are still there write under the names that they have now. */
export async function readWriters(
  db: Kysely<Schema>,
  organisation: DemoOrganisation,
): Promise<Writers> {
  const users = await db
    .selectFrom("users")
    .select(["id", "username", "firstname", "lastname"])
    .execute();
  const accounts = demoAccounts(organisation).flatMap((account) => {
    const user = users.find(({ username }) => username === account.username);
    if (!user) return [];
    const name = firstLast(user.firstname, user.lastname);
    return [{ account, writer: { userId: user.id, name } }];
  });
  const regions = new Map(
    organisation.facilities.map(({ id, regionId }) => [id, regionId]),
  );
  const nursesOf = (facilityId: number) => [
    ...accounts
      .filter(({ account }) => isNurseAt(account, facilityId))
      .map(({ writer }) => writer),
    ...inventedNurses(facilityId),
  ];
  const nurses = new Map(
    organisation.facilities.map(({ id }) => [id, nursesOf(id)]),
  );
  const ofFacility = (id: number) => nurses.get(id) ?? nursesOf(id);
  return {
    nursesOf: ofFacility,
    pick(random, transfer) {
      const region = regions.get(transfer.facility_id);
      const others = accounts
        .filter(({ account }) => isOther(account, transfer, region))
        .map(({ writer }) => writer);
      return others.length > 0 && random.chance(BY_OTHERS)
        ? random.pick(others)
        : random.pick(ofFacility(transfer.facility_id));
    },
  };
}

function isNurseAt(
  { accessLevel, accessLevelIds }: DemoAccount,
  facilityId: number,
): boolean {
  return accessLevel === "facility" && accessLevelIds.includes(facilityId);
}

function isOther(
  account: DemoAccount,
  { npi, isnp }: TransferOfWriter,
  region: number | undefined,
): boolean {
  const isThere =
    account.accessLevel === "physician" ||
    (account.isnpOnly && account.accessLevelIds.includes(region ?? 0));
  return isThere && mayWriteReview(account, { npi, isnp: isnp === 1 });
}

function inventedNurses(facilityId: number): Writer[] {
  const random = seededRandom(`nurses ${facilityId}`);
  return Array.from({ length: NURSES }, () => {
    const { first, last } = personName(random);
    return { userId: 0, name: firstLast(first, last) };
  });
}
