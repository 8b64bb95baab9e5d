import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { TransferGroup } from "~/contract/transfers";
import { causesIn } from "~/domain/reviews/review-answers";
import {
  GROUPINGS,
  isOfReviews,
  keysOf,
  type Grouping,
  type ReviewGrouping,
} from "~/domain/transfers/groupings";
import { lastFirst } from "~/domain/person-name";
import type { Schema } from "~server/store/schema";
import { isIn, type Question } from "../question";
import {
  GROUP_KEYS,
  isTransferOf,
  REVIEWED_TRANSFERS,
  TRANSFERS_OF_STAYS,
} from "./which-transfers";

type Db = Kysely<Schema>;

interface GroupsBy {
  by: Grouping;
  groups: TransferGroup[];
  more: { groups: number; transfers: number } | null;
}

/** Groups of a grouping without an order of its own that are told each for itself. */
const MOST_GROUPS = 20;

/** The transfers of a question by each of the groupings (R356); null where there are none. */
export async function readTransferGroups(
  db: Db,
  question: Question,
): Promise<{
  transfers: number;
  unplanned: number;
  reviewed: number;
  groupings: GroupsBy[];
} | null> {
  const counted = await countByEach(db, question);
  const totalOf = (kind: CountedRow["by"]) =>
    counted
      .filter(({ by }) => by === kind)
      .reduce((sum, row) => sum + row.transfers, 0);
  const transfers = totalOf("outcome");
  if (transfers === 0) return null;
  const groupings = OF_TRANSFERS.map((by) =>
    groupsBy(
      by,
      counted
        .filter((row) => row.by === by)
        .map((row) => ({ keys: [row.key], transfers: row.transfers })),
    ),
  );
  const physicians = groupings.find(({ by }) => by === "physician");
  if (physicians) await nameAll(db, physicians.groups);
  const told = await readReviewGroups(db, question);
  return {
    transfers,
    unplanned: totalOf("unplanned"),
    reviewed: told.reviewed,
    groupings: [...groupings, ...told.groupings],
  };
}

type OfTransfers = Exclude<Grouping, ReviewGrouping>;

const OF_TRANSFERS = GROUPINGS.filter(
  (by): by is OfTransfers => !isOfReviews(by),
);

interface CountedRow {
  by: OfTransfers | "unplanned";
  key: string;
  transfers: number;
}

/** The unplanned transfers that are reviewed, by what their reviews say (R359). */
async function readReviewGroups(db: Db, question: Question) {
  const { rows } = await sql<{
    avoidable: string;
    causes: string;
    transfers: number;
  }>`
    select reviews.avoidable, reviews.causes, count(*) as transfers
    from ${REVIEWED_TRANSFERS}
    where ${isTransferOf(question)}
    group by reviews.avoidable, reviews.causes`.execute(db);
  const causes = groupsBy(
    "cause",
    rows.map((row) => ({ ...row, keys: causesIn(row) })),
  );
  const avoidable = groupsBy(
    "avoidable",
    rows.map((row) => ({ ...row, keys: [row.avoidable] })),
  );
  return {
    reviewed: rows.reduce((sum, row) => sum + row.transfers, 0),
    groupings: [avoidable, causes],
  };
}

/** How many transfers have each key of each grouping: they are sought once, and counted once for each. */
async function countByEach(db: Db, question: Question): Promise<CountedRow[]> {
  const keys = OF_TRANSFERS.map(
    (by) => sql`${GROUP_KEYS[by]} as ${sql.ref(by)}`,
  );
  const counts = OF_TRANSFERS.map(
    (by) =>
      sql`select ${sql.lit(by)} as "by", ${sql.ref(by)} as "key", count(*) as transfers from found group by ${sql.ref(by)}`,
  );
  const { rows } = await sql<CountedRow>`
    with found as materialized (
      select transfers.trip_planned as planned, ${sql.join(keys)} from ${TRANSFERS_OF_STAYS} where ${isTransferOf(question)})
    ${sql.join(counts, sql` union all `)}
    union all select 'unplanned', '', count(*) from found where planned = 0`.execute(
    db,
  );
  return rows;
}

/** Counts transfers by their keys, of which one may have several. */
function groupsBy(
  by: Grouping,
  rows: readonly { keys: readonly string[]; transfers: number }[],
): GroupsBy {
  const counts = new Map<string, number>();
  for (const { keys, transfers } of rows) {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + transfers);
  }
  const inOrder = keysOf(by);
  if (inOrder) {
    const groups = inOrder.flatMap((key) => {
      const transfers = counts.get(key);
      return transfers ? [{ key, transfers }] : [];
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

async function nameAll(db: Db, groups: TransferGroup[]): Promise<void> {
  const npis = groups
    .map(({ key }) => Number(key))
    .filter(Number.isSafeInteger);
  const physicians = await db
    .selectFrom("physicians")
    .where(isIn("npi", npis))
    .select(["npi", "first_name", "last_name"])
    .execute();
  const names = new Map(
    physicians.map(({ npi, first_name, last_name }) => [
      String(npi),
      lastFirst(last_name, first_name),
    ]),
  );
  for (const group of groups) group.name = names.get(group.key) ?? null;
}
