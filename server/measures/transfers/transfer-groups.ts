import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { causesIn } from "~/features/reviews/rules/review-answers";
import {
  AXES,
  GROUPINGS,
  isOfReviews,
  keysOf,
  NOT_KNOWN,
  OF_REVIEWS,
  type Grouping,
} from "~/features/transfers/rules";
import { lastFirst } from "~/domain/person-name";
import type { Schema } from "~server/store/schema";
import { isIn, type Question } from "../question";
import {
  isTransferOf,
  piecesOf,
  POSITIONS,
  REVIEWED_TRANSFERS,
  TRANSFERS_OF_STAYS,
} from "./which-transfers";

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

export interface CountedTransfers {
  transfers: number;
  /** Those that were not planned, and so are to be reviewed. */
  unplanned: number;
  /** The unplanned ones that are reviewed; `avoidable` and `cause` count them alone. */
  reviewed: number;
  groupings: GroupsBy[];
}

/** Groups of a grouping without an order of its own that are told each for itself. */
const MOST_GROUPS = 20;

/** The transfers of a question by each of the groupings (R356); null where there are none. */
export async function readTransferGroups(
  db: Db,
  question: Question,
): Promise<CountedTransfers | null> {
  const pieces = await piecesOf(db, question);
  const counts = new GroupCounts();
  const sums = { transfers: 0, unplanned: 0 };
  for (const piece of pieces) {
    for (const row of await countKeys(db, piece)) addRow(row, counts, sums);
  }
  if (sums.transfers === 0) return null;
  const groupings = GROUPINGS.filter((by) => !isOfReviews(by)).map((by) =>
    groupsOf(by, counts.of(by)),
  );
  const physicians = groupings.find(({ by }) => by === "physician");
  const names = await readNames(db, physicians?.groups ?? []);
  const reviewed = await countReviews(db, pieces, counts);
  return {
    ...sums,
    reviewed,
    groupings: [
      ...withNames(groupings, "physician", names),
      ...OF_REVIEWS.map((by) => groupsOf(by, counts.of(by))),
    ],
  };
}

/** How many transfers have each key of each grouping; a transfer may have several. */
class GroupCounts {
  private readonly all = new Map<Grouping, Map<string, number>>();

  of(by: Grouping): Map<string, number> {
    const counts = this.all.get(by) ?? new Map<string, number>();
    this.all.set(by, counts);
    return counts;
  }

  add(by: Grouping, key: string, transfers: number): void {
    const counts = this.of(by);
    counts.set(key, (counts.get(key) ?? 0) + transfers);
  }
}

/** Groupings that are counted together: the positions as digits of one number, which SQLite sorts in half the time of two columns. */
const PACKS = {
  kind: ["outcome", "since_admission"],
  time: ["weekday", "hour"],
} as const;

function packed(of: keyof typeof PACKS, first: RawBuilder<unknown>) {
  return PACKS[of].reduce(
    (digits, by) =>
      sql`(${digits}) * ${sql.lit(keysOf(by).length)} + ${POSITIONS[by]}`,
    first,
  );
}

interface CountedRow {
  of: keyof typeof PACKS | "physician" | "hospital";
  number: number | null;
  name: string | null;
  transfers: number;
}

/** How many transfers have each key: they are sought once, and counted once for each kind of key. */
async function countKeys(db: Db, question: Question): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    with found as materialized (
      select ${packed("kind", sql`transfers.trip_planned`)} as kind, ${packed("time", sql`0`)} as time, stays.npi, transfers.hospital
      from ${TRANSFERS_OF_STAYS} where ${isTransferOf(question)})
    select 'kind' as "of", cast(kind as bigint) as number, cast(null as text) as name, count(*) as transfers from found group by kind
    union all select 'time', time, null, count(*) from found group by time
    union all select 'physician', npi, null, count(*) from found group by npi
    union all select 'hospital', null, hospital, count(*) from found group by hospital`.execute(
    db,
  );
  return rows;
}

function addRow(
  { of, number, name, transfers }: CountedRow,
  counts: GroupCounts,
  sums: { transfers: number; unplanned: number },
): void {
  if (of === "physician" || of === "hospital") {
    counts.add(of, String(number ?? name ?? NOT_KNOWN), transfers);
    return;
  }
  let rest = number ?? 0;
  for (const by of [...PACKS[of]].reverse()) {
    const keys = keysOf(by);
    counts.add(by, keys[rest % keys.length] ?? NOT_KNOWN, transfers);
    rest = Math.floor(rest / keys.length);
  }
  if (of === "time") return;
  sums.transfers += transfers;
  if (rest === 0) sums.unplanned += transfers;
}

/** Counts the unplanned transfers that are reviewed by what their reviews say (R359), and answers how many there are. */
async function countReviews(
  db: Db,
  pieces: readonly Question[],
  counts: GroupCounts,
): Promise<number> {
  let reviewed = 0;
  for (const piece of pieces) {
    const { rows } = await sql<{
      avoidable: string;
      causes: string;
      transfers: number;
    }>`
      select reviews.avoidable, reviews.causes, count(*) as transfers
      from ${REVIEWED_TRANSFERS}
      where ${isTransferOf(piece)}
      group by reviews.avoidable, reviews.causes`.execute(db);
    for (const { avoidable, causes, transfers } of rows) {
      counts.add("avoidable", avoidable, transfers);
      for (const cause of causesIn({ causes })) {
        counts.add("cause", cause, transfers);
      }
      reviewed += transfers;
    }
  }
  return reviewed;
}

/** The groups of a grouping in its order, or those with most transfers first. */
function groupsOf(by: Grouping, counts: ReadonlyMap<string, number>): GroupsBy {
  const inOrder = keysOf(by);
  if (inOrder) {
    const groups = inOrder.flatMap((key) => {
      const transfers = counts.get(key) ?? 0;
      const isShown = transfers > 0 || (AXES.includes(by) && key !== NOT_KNOWN);
      return isShown ? [{ key, transfers }] : [];
    });
    return { by, groups, more: null };
  }
  const all = [...counts]
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

/** The groupings, with names for the groups of one of them. */
export function withNames(
  groupings: readonly GroupsBy[],
  named: Grouping,
  names: ReadonlyMap<string, string | null>,
): GroupsBy[] {
  const nameOf = ({ key }: TransferGroup) => names.get(key) ?? null;
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
