import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import {
  keysOf,
  isOfReviews,
  NOT_KNOWN,
  type Grouping,
  type ReviewGrouping,
} from "~/features/transfers/rules";
import { listInView } from "~server/access/facilities";
import type { Schema } from "~server/store/schema";
import { hasDigit, isInOrdered, isOrdered } from "./packed-facts";
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

/** Tables of {@link isTransferOf}: a physician's transfers are found by their stays. */
export function tablesOf({ npi }: Question): RawBuilder<unknown> {
  return npi === undefined ? TRANSFERS : TRANSFERS_OF_STAYS;
}

export function isTransferOf(question: Question): Condition {
  const { npi, facilityIds, isnp } = question;
  const conditions = [
    happenedIn(question),
    ...(npi === undefined
      ? [
          isOneOf("transfers.facility_id", facilityIds),
          isnp ? hasDigit("isnp", [1]) : null,
        ]
      : [sql<SqlBool>`stays.id is not null`, staysOf(question)]),
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
export const WITH_REVIEWS = sql`
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
  physician: sql`cast(transfers.npi as text)`,
  hospital: sql`transfers.hospital`,
  unit: sql`transfers.unit`,
  reason: sql`transfers.reason`,
  diagnosis: sql`transfers.diagnosis`,
};

/** Groupings with keys from the data. */
export type TextGrouping = keyof typeof COLUMNS;

/** Key of a row of `transfers`; null if not known. */
export function textOf(by: TextGrouping): RawBuilder<string | null> {
  return sql`${COLUMNS[by]}`;
}

function isInGroup(
  by: Exclude<Grouping, ReviewGrouping>,
  key: string,
): Condition {
  return isOrdered(by)
    ? isInOrdered(by, key)
    : sql<SqlBool>`coalesce(${textOf(by)}, ${sql.lit(NOT_KNOWN)}) = ${key}`;
}

export function isKeyOf(by: Grouping, key: string): boolean {
  const keys = keysOf(by);
  return keys === null || keys.includes(key);
}
