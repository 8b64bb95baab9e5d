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
import {
  FactTally,
  readFacts,
  readReviews,
  ReviewTally,
  type GroupCounts,
} from "./transfer-tallies";
import { piecesOf } from "./which-transfers";

type Db = Kysely<Schema>;

/** Transfers that have something in common. */
export interface TransferGroup {
  /** Of a physician the NPI, of a hospital its name; else as R356 has it. `not-known` where it is not known, or no stay holds the day. */
  key: string;
  /** Of a physician or a cause, where one is known. */
  name?: string | null;
  transfers: number;
}

interface GroupsBy {
  by: Grouping;
  groups: TransferGroup[];
  /** Groups that are left out because others have more transfers, and the transfers in them. */
  more: { groups: number; transfers: number } | null;
}

/** Of a facility, the known group of a grouping with most transfers; null for none. */
type MostOf<By extends Grouping> = Record<By, TransferGroup | null>;

/** Groups of a grouping without an order of its own that are told each for itself. */
const MOST_GROUPS = 20;

/** The transfers of a question by each of the groupings that their rows tell (R356), and by facility (R531); null where there are none. */
export async function readTransferGroups(db: Db, question: Question) {
  const all = new FactTally();
  const byFacility = new Map<number, FactTally>();
  for (const piece of await piecesOf(db, question)) {
    for (const { facility, transfers } of await readFacts(db, piece)) {
      byFacility.set(facility, new FactTally(transfers));
    }
  }
  for (const tally of byFacility.values()) all.merge(tally);
  if (all.transfers === 0) return null;
  const counts = all.counts();
  const groupings = GROUPINGS.filter((by) => !isOfReviews(by)).map((by) =>
    groupsOf(by, counts.of(by)),
  );
  const physicians = groupings.find(({ by }) => by === "physician");
  const names = await readNames(db, physicians?.groups ?? []);
  const facilities = await readFacilities(db, question);
  return {
    transfers: all.transfers,
    /** Those that were not planned, and so are to be reviewed. */
    unplanned: all.unplanned,
    /** By the day since admission, from 0 to `LAST_DAY`. */
    days: all.days.slice(0, LAST_DAY + 1),
    groupings: withNames(groupings, "physician", names),
    /** All facilities of the question, in the order of their ids; none where it is of a physician. */
    facilities: facilities.map(({ id, name }) => {
      const tally = byFacility.get(id) ?? new FactTally();
      const own = tally.counts();
      const shifts = groupsOf("shift", own.of("shift")).groups;
      const { transfers } = tally;
      return { id, name, transfers, shifts, most: mostOf(COMPARED, own) };
    }),
  };
}

/** Unplanned transfers that are reviewed, by what their reviews say (R359), and by facility. */
export async function readReviewGroups(db: Db, question: Question) {
  const all = new ReviewTally();
  const byFacility = new Map<number, ReviewTally>();
  for (const piece of await piecesOf(db, question)) {
    for (const { facility, reviews } of await readReviews(db, piece)) {
      byFacility.set(facility, new ReviewTally(reviews));
    }
  }
  for (const tally of byFacility.values()) all.merge(tally);
  const { reviewed, caused } = all;
  return {
    reviewed,
    /** Those of them that name a cause. */
    caused,
    groupings: OF_REVIEWS.map((by) => groupsOf(by, all.counts.of(by))),
    facilities: [...byFacility].map(([id, { counts }]) => ({
      id,
      ...mostOf(["cause"], counts),
    })),
  };
}

/** The groups of a grouping in its order, or those with most transfers first. */
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
    return { by, groups, more: null };
  }
  const all = [...counted]
    .map(([key, transfers]) => ({ key, transfers }))
    .sort(
      (one, other) =>
        other.transfers - one.transfers || (one.key < other.key ? -1 : 1),
    );
  const left = all.slice(MOST_GROUPS);
  return {
    by,
    groups: all.slice(0, MOST_GROUPS),
    more:
      left.length === 0
        ? null
        : {
            groups: left.length,
            transfers: left.reduce((sum, one) => sum + one.transfers, 0),
          },
  };
}

function mostOf<By extends Grouping>(
  groupings: readonly By[],
  counts: GroupCounts,
): MostOf<By> {
  const most = groupings.map((by) => {
    const { groups } = groupsOf(by, counts.of(by));
    const known = groups.filter(
      ({ key, transfers }) => transfers > 0 && key !== NOT_KNOWN,
    );
    const [first = null] = known.sort(
      (one, other) => other.transfers - one.transfers,
    );
    return [by, first];
  });
  return Object.fromEntries(most) as MostOf<By>;
}

/** The groupings, with names for the groups of one of them. */
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
