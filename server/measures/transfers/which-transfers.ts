import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import {
  DAYS_AFTER_MONDAY,
  FIRST_SHIFT_FROM,
  HOURS_OF_A_GROUP,
  HOURS_OF_A_SHIFT,
  keysOf,
  isOfReviews,
  LAST_DAY,
  NOT_KNOWN,
  SHIFT_KEYS,
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

export const TRANSFERS_OF_STAYS = sql`${TRANSFERS} left join stays on stays.id = transfers.stay_id`;

/** True if stays decide which transfers are in the question. */
export function asksStays({ npi, isnp }: Question): boolean {
  return npi !== undefined || isnp;
}

export function isTransferOf(question: Question): Condition {
  const conditions = [
    happenedIn(question),
    asksStays(question)
      ? sql<SqlBool>`stays.id is not null and ${staysOf(question)}`
      : isOneOf("transfers.facility_id", question.facilityIds),
    IS_COUNTED,
  ].filter((condition) => condition !== null);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Counting a year's transfers of these takes some 10 ms. */
const FACILITIES_AT_ONCE = 25;

/** Splits a question by facilities, to let other requests in between. */
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

/** After tables with `transfers`: leaves unplanned transfers that are reviewed, with their reviews. */
const WITH_REVIEWS = sql`
  join reviews on reviews.id = ${REVIEW_ID} and reviews.state <> 'open' and transfers.trip_planned = 0`;

function isReviewedAs(by: ReviewGrouping, key: string): Condition {
  if (by === "avoidable") return sql<SqlBool>`reviews.avoidable = ${key}`;
  const pattern = `% ${key.replace(/[%_!]/g, "!$&")} %`;
  return sql<SqlBool>`' ' || reviews.causes || ' ' like ${pattern} escape '!'`;
}

/** The transfers of a group; null for all. */
export function transfersIn(group: { by: Grouping; key: string } | null): {
  tables: RawBuilder<unknown>;
  where: Condition;
} {
  if (group === null) {
    return { tables: TRANSFERS_OF_STAYS, where: sql<SqlBool>`1 = 1` };
  }
  const { by, key } = group;
  return isOfReviews(by)
    ? {
        tables: sql`${TRANSFERS_OF_STAYS} ${WITH_REVIEWS}`,
        where: isReviewedAs(by, key),
      }
    : { tables: TRANSFERS_OF_STAYS, where: isInGroup(by, key) };
}

const COLUMNS = {
  physician: sql`cast(stays.npi as text)`,
  hospital: sql`transfers.hospital`,
  unit: sql`transfers.unit`,
  reason: sql`transfers.reason`,
  diagnosis: sql`transfers.diagnosis`,
};

/** Key of a row of {@link TRANSFERS_OF_STAYS}, for groupings with keys from the data. */
export function keyIn(by: keyof typeof COLUMNS): RawBuilder<string> {
  return sql`coalesce(${COLUMNS[by]}, ${sql.lit(NOT_KNOWN)})`;
}

function isInGroup(
  by: Exclude<Grouping, ReviewGrouping>,
  key: string,
): Condition {
  return by in COLUMNS
    ? sql<SqlBool>`${keyIn(by as keyof typeof COLUMNS)} = ${key}`
    : sql<SqlBool>`${POSITIONS[by as OrderedGrouping]} = ${keysOf(by)?.indexOf(key)}`;
}

const DAYS = sql`(transfers.transferred_on - stays.admitted_on)`;

const WEEKDAY = sql<number>`((transfers.transferred_on + ${sql.lit(DAYS_AFTER_MONDAY)}) % 7)`;

const BLOCKS = 24 / HOURS_OF_A_GROUP;
const HOUR = sql<number>`coalesce(transfers.minute_of_day / ${sql.lit(60 * HOURS_OF_A_GROUP)}, ${sql.lit(BLOCKS)})`;

/** Position of a row of {@link TRANSFERS_OF_STAYS} among the ordered keys of a grouping (R356). */
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
  weekday: WEEKDAY,
  hour: HOUR,
  weekday_hour: sql`${WEEKDAY} * ${sql.lit(BLOCKS + 1)} + ${HOUR}`,
  shift: sql`coalesce((transfers.minute_of_day + ${sql.lit(60 * (24 - FIRST_SHIFT_FROM))}) / ${sql.lit(60 * HOURS_OF_A_SHIFT)}
    % ${sql.lit(SHIFT_KEYS.length)}, ${sql.lit(SHIFT_KEYS.length)})`,
};

/** Day since admission of a row of {@link TRANSFERS_OF_STAYS}, then one value for all later days and one for none. */
export const DAY_POSITION = sql<number>`case when stays.id is null then ${sql.lit(LAST_DAY + 2)}
  when ${DAYS} > ${sql.lit(LAST_DAY)} then ${sql.lit(LAST_DAY + 1)} when ${DAYS} < 0 then 0 else ${DAYS} end`;

export function isKeyOf(by: Grouping, key: string): boolean {
  const keys = keysOf(by);
  return keys === null || keys.includes(key);
}
