import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import { causesIn } from "~/features/reviews/rules/answers";
import { NOT_KNOWN, type Grouping } from "~/features/transfers/rules";
import type { Schema } from "~server/store/schema";
import { happenedIn, isOneOf, type Question } from "../question";
import {
  DIGITS,
  hasDigit,
  isOrdered,
  ORDERED,
  type Digit,
} from "./packed-facts";
import { transfersOfLeftOver } from "./review-of-transfer";
import {
  isTransferOf,
  tablesOf,
  textOf,
  WITH_REVIEWS,
  type TextGrouping,
} from "./which-transfers";

type Db = Kysely<Schema>;
type Condition = RawBuilder<SqlBool>;

const ALL = sql<SqlBool>`1 = 1`;

/** Sums by key. Boxed, so adding takes a single look-up. */
class Sums {
  private readonly sums = new Map<string, { of: number }>();

  add(key: string, more: number): void {
    const sum = this.sums.get(key);
    if (sum) sum.of += more;
    else this.sums.set(key, { of: more });
  }

  *[Symbol.iterator](): Iterator<[key: string, sum: number]> {
    for (const [key, { of }] of this.sums) yield [key, of];
  }
}

/** Number of transfers by grouping and key; a transfer may have several keys. */
export class GroupCounts {
  private readonly all = new Map<Grouping, Sums>();

  of(by: Grouping): Iterable<[key: string, transfers: number]> {
    return this.all.get(by) ?? [];
  }

  add(by: Grouping, key: string, transfers: number): void {
    if (transfers > 0) this.sumsOf(by).add(key, transfers);
  }

  addEach(by: Grouping, keys: readonly string[]): void {
    const sums = this.sumsOf(by);
    for (const key of keys) sums.add(key, 1);
  }

  merge(other: GroupCounts): void {
    for (const [by, more] of other.all) {
      const sums = this.sumsOf(by);
      for (const [key, transfers] of more) sums.add(key, transfers);
    }
  }

  private sumsOf(by: Grouping): Sums {
    const sums = this.all.get(by) ?? new Sums();
    this.all.set(by, sums);
    return sums;
  }
}

const TEXTS = [
  "physician",
  "hospital",
  "unit",
  "reason",
  "diagnosis",
] as const satisfies readonly TextGrouping[];

const AFTER_TRANSFER = "\u001e";
const BEFORE_TEXT = "\u001f";

/** A facility's transfers: each column as one text, without those that are not known. */
interface Facts extends Record<TextGrouping, string | null> {
  facility: number;
  facts: string;
}

/** Faster than sorting per grouping in SQLite, or returning a row each. */
export async function readFacts(db: Db, question: Question): Promise<Facts[]> {
  const texts = TEXTS.map(
    (by) =>
      sql`string_agg(${textOf(by)}, ${sql.lit(AFTER_TRANSFER)}) as ${sql.ref(by)}`,
  );
  const { rows } = await sql<Facts>`
    select transfers.facility_id as facility, string_agg(cast(transfers.facts as text), ',') as facts, ${sql.join(texts)}
    from ${tablesOf(question)} where ${isTransferOf(question)} group by transfers.facility_id`.execute(
    db,
  );
  return rows;
}

export class FactTally {
  transfers = 0;
  private readonly digits = new Map(
    DIGITS.map(([digit, size]) => [digit, Array<number>(size).fill(0)]),
  );
  private readonly texts = new GroupCounts();

  constructor(facts?: Facts) {
    if (!facts) return;
    const numbers = JSON.parse(`[${facts.facts}]`) as number[];
    this.transfers = numbers.length;
    const digits = [...this.digits.values()];
    for (const number of numbers) addDigits(digits, number);
    for (const by of TEXTS) {
      const texts = facts[by]?.split(AFTER_TRANSFER) ?? [];
      this.texts.addEach(by, texts);
      this.texts.add(by, NOT_KNOWN, numbers.length - texts.length);
    }
  }

  merge(other: FactTally): void {
    this.transfers += other.transfers;
    for (const [digit, sums] of this.digits) {
      for (const [at, more] of other.sumsOf(digit).entries()) {
        sums[at] = (sums[at] ?? 0) + more;
      }
    }
    this.texts.merge(other.texts);
  }

  sumsOf(digit: Digit): readonly number[] {
    return this.digits.get(digit) ?? [];
  }

  of(by: Grouping): Iterable<[key: string, transfers: number]> {
    if (!isOrdered(by)) return this.texts.of(by);
    const { digit, keys } = ORDERED[by];
    const sums = new Sums();
    for (const [at, sum] of this.sumsOf(digit).entries()) {
      sums.add(keys[at] ?? NOT_KNOWN, sum);
    }
    return sums;
  }
}

/** Counts each digit of a number. */
function addDigits(digits: readonly number[][], number: number): void {
  let rest = number;
  for (const sums of digits) {
    const digit = rest % sums.length;
    sums[digit] = (sums[digit] ?? 0) + 1;
    rest = (rest - digit) / sums.length;
  }
}

const REVIEW = sql<string>`reviews.avoidable || ${sql.lit(BEFORE_TEXT)} || reviews.causes`;

interface Reviews {
  facility: number;
  /** Null for none. */
  reviews: string | null;
}

/** A transfer of merged residents may have two. */
const isFirst = sql<SqlBool>`not exists (
  select 1 from reviews as own where own.transfer_id = reviews.transfer_id and own.id < reviews.id)`;

/** Finished reviews of unplanned transfers; a facility may have two rows. */
export async function readReviews(
  db: Db,
  question: Question,
): Promise<Reviews[]> {
  const { npi, facilityIds, isnp } = question;
  const tables = tablesOf(question);
  if (npi !== undefined) return readReviewed(db, question, tables, ALL);
  // Reviews have the facility and day of their transfer: SQLite reads them from one index.
  const isThere = isOneOf("reviews.facility_id", facilityIds) ?? ALL;
  const { rows } = await sql<Reviews & { left_over: number }>`
    select reviews.facility_id as facility,
      string_agg(case when reviews.state <> 'open' and transfers.trip_planned = 0 and ${isnp ? hasDigit("isnp", [1]) : ALL}
        then ${REVIEW} end, ${sql.lit(AFTER_TRANSFER)}) as reviews,
      count(*) - count(transfers.trip_planned) as left_over
    from reviews join facilities on facilities.id = reviews.facility_id
    left join transfers on transfers.id = reviews.transfer_id
    where ${isThere} and ${happenedIn(question, sql.ref("reviews.transferred_on"))} and ${isFirst}
    group by reviews.facility_id`.execute(db);
  if (rows.every(({ left_over }) => left_over === 0)) return rows;
  const { from, to } = question;
  const which = sql<SqlBool>`${isThere} and reviews.transferred_on between ${from} and ${to}`;
  const leftOver = await readReviewed(
    db,
    question,
    sql`(${transfersOfLeftOver(which)}) as found cross join ${tables}`,
    sql<SqlBool>`transfers.id = found.id and transfers.id <> reviews.transfer_id`,
  );
  return [...rows, ...leftOver];
}

async function readReviewed(
  db: Db,
  question: Question,
  tables: RawBuilder<unknown>,
  where: Condition,
): Promise<Reviews[]> {
  const { rows } = await sql<Reviews>`
    select transfers.facility_id as facility, string_agg(${REVIEW}, ${sql.lit(AFTER_TRANSFER)}) as reviews
    from ${tables} ${WITH_REVIEWS} where ${isTransferOf(question)} and ${where}
    group by transfers.facility_id`.execute(db);
  return rows;
}

export class ReviewTally {
  reviewed = 0;
  caused = 0;
  readonly counts = new GroupCounts();

  constructor(reviews: string | null = null) {
    if (reviews === null) return;
    const said = new Sums();
    for (const review of reviews.split(AFTER_TRANSFER)) said.add(review, 1);
    for (const [review, sum] of said) this.add(review, sum);
  }

  merge(other: ReviewTally): void {
    this.reviewed += other.reviewed;
    this.caused += other.caused;
    this.counts.merge(other.counts);
  }

  private add(review: string, sum: number): void {
    const [avoidable = "", causes = ""] = review.split(BEFORE_TEXT);
    const named = causesIn({ causes });
    this.reviewed += sum;
    if (named.length > 0) this.caused += sum;
    this.counts.add("avoidable", avoidable, sum);
    for (const cause of named) this.counts.add("cause", cause, sum);
  }
}
