import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import {
  DAYS_AFTER_MONDAY,
  keysOf,
  isOfReviews,
  NOT_KNOWN,
  SINCE_ADMISSION_BANDS,
  type Grouping,
  type ReviewGrouping,
} from "~/domain/transfers/groupings";
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

const DAYS = sql`(transfers.transferred_on - stays.admitted_on)`;

const BAND = sql`case when stays.id is null then ${sql.lit(NOT_KNOWN)} ${sql.join(
  SINCE_ADMISSION_BANDS.map(({ key, to }) =>
    to === null
      ? sql`else ${sql.lit(key)}`
      : sql`when ${DAYS} <= ${sql.lit(to)} then ${sql.lit(key)}`,
  ),
  sql` `,
)} end`;

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
    : {
        tables: TRANSFERS_OF_STAYS,
        where: sql<SqlBool>`${GROUP_KEYS[by]} = ${key}`,
      };
}

/** The key of a row of {@link TRANSFERS_OF_STAYS} in each grouping, as text (R356). */
export const GROUP_KEYS: Record<
  Exclude<Grouping, ReviewGrouping>,
  RawBuilder<string>
> = {
  outcome: sql`case when transfers.trip_planned = 1 and transfers.outcome <> 'ed_only' then 'planned' else transfers.outcome end`,
  since_admission: BAND as RawBuilder<string>,
  weekday: sql`cast((transfers.transferred_on + ${sql.lit(DAYS_AFTER_MONDAY)}) % 7 as text)`,
  hour: sql`coalesce(cast(transfers.minute_of_day / 60 as text), ${sql.lit(NOT_KNOWN)})`,
  physician: sql`coalesce(cast(stays.npi as text), ${sql.lit(NOT_KNOWN)})`,
  hospital: sql`coalesce(transfers.hospital, ${sql.lit(NOT_KNOWN)})`,
};

/** True for a key that a group may have. */
export function isKeyOf(by: Grouping, key: string): boolean {
  const keys = keysOf(by);
  return keys === null || keys.includes(key);
}
