import type { Kysely } from "kysely";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { lastFirst } from "~/domain/person-name";
import {
  COMPARED,
  GROUPINGS,
  isOfReviews,
  isOnAxis,
  keysOf,
  LAST_DAY,
  NOT_KNOWN,
  OF_REVIEWS,
  type Grouping,
} from "~/features/transfers/rules";
import { listInView } from "~server/access/facilities";
import type { Schema } from "~server/store/schema";
import { isIn, type Question } from "../question";
import { PlaceTotals } from "../totals/place-totals";
import {
  FactTally,
  readFacts,
  readReviews,
  ReviewTally,
  type GroupCounts,
} from "./transfer-tallies";
import { piecesOf } from "./which-transfers";

type Db = Kysely<Schema>;

export interface TransferGroup {
  /** A physician's NPI or a hospital's name; otherwise as in R356. `not-known` if unknown or outside any stay. */
  key: string;
  /** Name of a physician or cause, if known. */
  name?: string | null;
  transfers: number;
}

interface GroupsBy {
  by: Grouping;
  groups: TransferGroup[];
  /** Smaller groups are left out. */
  isCut: boolean;
}

type MostOf<By extends Grouping> = Record<By, TransferGroup | null>;

/** Groups shown individually, for groupings without their own order. */
const MOST_GROUPS = 20;

/** A question's transfers by the groupings of their rows (R356) and by facility (R531); null if there are none. */
export async function readTransferGroups(db: Db, question: Question) {
  const all = new FactTally();
  const byFacility = new Map<number, FactTally>();
  for (const piece of await piecesOf(db, question)) {
    for (const facts of await readFacts(db, piece)) {
      byFacility.set(facts.facility, new FactTally(facts));
    }
  }
  for (const tally of byFacility.values()) all.merge(tally);
  if (all.transfers === 0) return null;
  const groupings = GROUPINGS.filter((by) => !isOfReviews(by)).map((by) =>
    groupsOf(by, all.of(by)),
  );
  const physicians = groupings.find(({ by }) => by === "physician");
  const names = await readNames(db, physicians?.groups ?? []);
  const facilities = await readFacilities(db, question);
  const days = await readDaysOfCare(db, question, facilities);
  return {
    transfers: all.transfers,
    /** Unplanned transfers, which need a review. */
    unplanned: all.sumsOf("planned")[0] ?? 0,
    days: all.sumsOf("day").slice(0, LAST_DAY + 1),
    groupings: withNames(groupings, "physician", names),
    /** All facilities of the question, by id; none for a physician. */
    facilities: facilities.map(({ id, name }, at) => {
      const tally = byFacility.get(id) ?? new FactTally();
      const shifts = groupsOf("shift", tally.of("shift")).groups;
      const { transfers } = tally;
      const most = mostOf(COMPARED, tally);
      return { id, name, transfers, days: days[at] ?? 0, shifts, most };
    }),
  };
}

/** Reviewed unplanned transfers by the answers of their reviews (R359), and by facility. */
export async function readReviewGroups(db: Db, question: Question) {
  const all = new ReviewTally();
  const byFacility = new Map<number, ReviewTally>();
  for (const piece of await piecesOf(db, question)) {
    for (const { facility, reviews } of await readReviews(db, piece)) {
      const tally = new ReviewTally(reviews);
      tally.merge(byFacility.get(facility) ?? new ReviewTally());
      byFacility.set(facility, tally);
    }
  }
  for (const tally of byFacility.values()) all.merge(tally);
  const { reviewed, caused } = all;
  return {
    reviewed,
    caused,
    groupings: OF_REVIEWS.map((by) => groupsOf(by, all.counts.of(by))),
    facilities: [...byFacility].map(([id, { counts }]) => ({
      id,
      ...mostOf(["cause"], counts),
    })),
  };
}

/** Groups in the grouping's order, or the largest first. */
function groupsOf(
  by: Grouping,
  counted: Iterable<[key: string, transfers: number]>,
): GroupsBy {
  const inOrder = keysOf(by);
  if (inOrder) {
    const counts = new Map(counted);
    const groups = inOrder.flatMap((key) => {
      const transfers = counts.get(key) ?? 0;
      return transfers > 0 || isOnAxis(by, key) ? [{ key, transfers }] : [];
    });
    return { by, groups, isCut: false };
  }
  const all = [...counted]
    .map(([key, transfers]) => ({ key, transfers }))
    .sort(
      (one, other) =>
        other.transfers - one.transfers || (one.key < other.key ? -1 : 1),
    );
  return {
    by,
    groups: all.slice(0, MOST_GROUPS),
    isCut: all.length > MOST_GROUPS,
  };
}

function mostOf<By extends Grouping>(
  groupings: readonly By[],
  counts: Pick<GroupCounts, "of">,
): MostOf<By> {
  const most = groupings.map((by) => {
    // They are counted in the order of the grouping where it has one.
    const isByKey = keysOf(by) === null;
    let first: TransferGroup | null = null;
    for (const [key, transfers] of counts.of(by)) {
      if (key === NOT_KNOWN) continue;
      const more = transfers - (first?.transfers ?? 0);
      if (more > 0 || (more === 0 && isByKey && first && key < first.key)) {
        first = { key, transfers };
      }
    }
    return [by, first];
  });
  return Object.fromEntries(most) as MostOf<By>;
}

export function withNames(
  groupings: DeepReadonly<GroupsBy[]>,
  named: Grouping,
  names: ReadonlyMap<string, string | null>,
): DeepReadonly<GroupsBy[]> {
  const nameOf = ({ key }: Pick<TransferGroup, "key">) =>
    names.get(key) ?? null;
  return groupings.map((one) =>
    one.by === named
      ? {
          ...one,
          groups: one.groups.map((each) => ({ ...each, name: nameOf(each) })),
        }
      : one,
  );
}

async function readNames(db: Db, groups: readonly TransferGroup[]) {
  const npis = groups
    .map(({ key }) => Number(key))
    .filter(Number.isSafeInteger);
  const physicians = await db
    .selectFrom("physicians")
    .where(isIn("npi", npis))
    .select(["npi", "first_name", "last_name"])
    .execute();
  return new Map(
    physicians.map(({ npi, first_name, last_name }) => [
      String(npi),
      lastFirst(last_name, first_name),
    ]),
  );
}

async function readFacilities(db: Db, { npi, facilityIds }: Question) {
  if (npi !== undefined) return [];
  return db
    .selectFrom("facilities")
    .where(isIn("id", await listInView(db, facilityIds)))
    .select(["id", "name"])
    .orderBy("id")
    .execute();
}

/** Days that residents were in house, as far as each facility's data reach. One facility is not compared. */
async function readDaysOfCare(
  db: Db,
  question: Question,
  facilities: readonly { id: number }[],
): Promise<number[]> {
  if (facilities.length < 2) return [];
  const ids = facilities.map(({ id }) => id);
  const { isnp } = question;
  const totals = await PlaceTotals.open(db, { level: "facility", ids, isnp });
  const found = await totals.daysOfCare(question);
  return ids.map((id) => found.get(id) ?? 0);
}
