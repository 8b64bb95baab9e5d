import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import {
  DAYS_AFTER_MONDAY,
  HOURS_OF_A_GROUP,
  keysOf,
  isOfReviews,
  NOT_KNOWN,
  SINCE_ADMISSION_BANDS,
  type Grouping,
  type OrderedGrouping,
  type ReviewGrouping,
} from "~/features/transfers/rules";
import { listInView } from "~server/access/facilities";
import type { Schema } from "~server/store/schema";
import { REVIEW_ID } from "./review-of-transfer";
import {
  happenedIn,
  IS_COUNTED,
  isOneOf,
  staysOf,
  TRANSFERS,
  type Question,
} from "../question";

type Condition = RawBuilder<SqlBool>;

/** Transfers with the stay that they belong to, where one holds their day. */
export const TRANSFERS_OF_STAYS = sql`${TRANSFERS} left join stays on stays.id = transfers.stay_id`;

/** Row of {@link TRANSFERS_OF_STAYS}: it is in the question, and counts (R248). */
export function isTransferOf(question: Question): Condition {
  const asksStays = question.npi !== undefined || question.isnp;
  const conditions = [
    happenedIn(question),
    asksStays
      ? sql<SqlBool>`stays.id is not null and ${staysOf(question)}`
      : isOneOf("transfers.facility_id", question.facilityIds),
    IS_COUNTED,
  ].filter((condition) => condition !== null);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Reading those of a year takes SQLite some 10 ms. */
const FACILITIES_AT_ONCE = 50;

/** The question as several of fewer facilities, so that others have their turn between the answers. */
export async function piecesOf(
  db: Kysely<Schema>,
  question: Question,
): Promise<Question[]> {
  if (question.npi !== undefined) return [question];
  const ids = await listInView(db, question.facilityIds);
  const pieces: Question[] = [];
  for (let from = 0; from < ids.length; from += FACILITIES_AT_ONCE) {
    const facilityIds = ids.slice(from, from + FACILITIES_AT_ONCE);
    pieces.push({ ...question, facilityIds });
  }
  return pieces;
}

/** Unplanned transfers that are reviewed, with their reviews. */
export const REVIEWED_TRANSFERS = sql`${TRANSFERS_OF_STAYS}
  join reviews on reviews.id = ${REVIEW_ID} and reviews.state <> 'open' and transfers.trip_planned = 0`;

/** Row of {@link REVIEWED_TRANSFERS}: its review says so. */
function isReviewedAs(by: ReviewGrouping, key: string): Condition {
  if (by === "avoidable") return sql<SqlBool>`reviews.avoidable = ${key}`;
  const pattern = `% ${key.replace(/[%_!]/g, "!$&")} %`;
  return sql<SqlBool>`' ' || reviews.causes || ' ' like ${pattern} escape '!'`;
}

/** The transfers of a group; all where none is asked for. */
export function transfersIn(group: { by: Grouping; key: string } | null): {
  tables: RawBuilder<unknown>;
  where: Condition;
} {
  if (group === null) {
    return { tables: TRANSFERS_OF_STAYS, where: sql<SqlBool>`1 = 1` };
  }
  const { by, key } = group;
  return isOfReviews(by)
    ? { tables: REVIEWED_TRANSFERS, where: isReviewedAs(by, key) }
    : { tables: TRANSFERS_OF_STAYS, where: isInGroup(by, key) };
}

function isInGroup(
  by: Exclude<Grouping, ReviewGrouping>,
  key: string,
): Condition {
  if (by === "physician" || by === "hospital") {
    const column =
      by === "physician" ? sql`stays.npi` : sql`transfers.hospital`;
    return sql<SqlBool>`coalesce(cast(${column} as text), ${sql.lit(NOT_KNOWN)}) = ${key}`;
  }
  return sql<SqlBool>`${POSITIONS[by]} = ${keysOf(by).indexOf(key)}`;
}

const DAYS = sql`(transfers.transferred_on - stays.admitted_on)`;

/** The position of a row of {@link TRANSFERS_OF_STAYS} among the keys of a grouping that has them in order (R356). */
export const POSITIONS: Record<OrderedGrouping, RawBuilder<number>> = {
  outcome: sql`case transfers.outcome when 'ed_only' then 2
    else case when transfers.trip_planned = 1 then 3 when transfers.outcome = 'inpatient' then 0 else 1 end end`,
  since_admission: sql`case when stays.id is null then ${sql.lit(SINCE_ADMISSION_BANDS.length)} ${sql.join(
    SINCE_ADMISSION_BANDS.map(({ to }, at) =>
      to === null
        ? sql`else ${sql.lit(at)}`
        : sql`when ${DAYS} <= ${sql.lit(to)} then ${sql.lit(at)}`,
    ),
    sql` `,
  )} end`,
  weekday: sql`(transfers.transferred_on + ${sql.lit(DAYS_AFTER_MONDAY)}) % 7`,
  hour: sql`coalesce(transfers.minute_of_day / ${sql.lit(60 * HOURS_OF_A_GROUP)}, ${sql.lit(24 / HOURS_OF_A_GROUP)})`,
};

/** True for a key that a group may have. */
export function isKeyOf(by: Grouping, key: string): boolean {
  const keys = keysOf(by);
  return keys === null || keys.includes(key);
}
