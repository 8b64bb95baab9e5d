import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import { causesIn } from "~/features/reviews/rules/answers";
import {
  bandOf,
  keysOf,
  LAST_DAY,
  NOT_KNOWN,
  type Grouping,
} from "~/features/transfers/rules";
import type { Schema } from "~server/store/schema";
import { TRANSFERS, type Question } from "../question";
import { textOfReview } from "./review-of-transfer";
import {
  asksStays,
  DAY_POSITION,
  isTransferOf,
  keyIn,
  POSITIONS,
  TRANSFERS_OF_STAYS,
} from "./which-transfers";

type Db = Kysely<Schema>;

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

  add(by: Grouping, key: string | undefined, transfers: number): void {
    if (key === undefined || transfers === 0) return;
    const sums = this.all.get(by) ?? new Sums();
    this.all.set(by, sums);
    sums.add(key, transfers);
  }

  merge(other: GroupCounts): void {
    for (const [by, sums] of other.all) {
      for (const [key, transfers] of sums) this.add(by, key, transfers);
    }
  }
}

const KEYS = {
  outcome: keysOf("outcome"),
  shift: keysOf("shift"),
  hour: keysOf("hour"),
  weekday_hour: keysOf("weekday_hour"),
};

/** A transfer's ordered groupings as digits of one number, which SQLite returns much faster than separate columns. */
const DIGITS = [
  [KEYS.outcome.length, POSITIONS.outcome],
  [LAST_DAY + 3, DAY_POSITION],
  [KEYS.weekday_hour.length, POSITIONS.weekday_hour],
  [KEYS.shift.length, POSITIONS.shift],
] as const;

const PACKED = DIGITS.reduce<RawBuilder<unknown>>(
  (digits, [size, position]) =>
    sql`(${digits}) * ${sql.lit(size)} + ${position}`,
  sql`transfers.trip_planned`,
);

/** Other groupings, combined into texts that repeat often. */
const TEXTS = {
  physicians: ["physician"],
  places: ["hospital", "unit"],
  reasons: ["reason", "diagnosis"],
} as const;
type TextName = keyof typeof TEXTS;
const TEXT_NAMES = Object.keys(TEXTS) as TextName[];

const AFTER_TRANSFER = "\u001e";
const BEFORE_TEXT = "\u001f";
const WITHIN_TEXT = "\u001d";

/** A facility's transfers, each column as one text. */
interface Facts extends Record<"digits" | TextName, string> {
  facility: number;
}

/** Faster than sorting per grouping in SQLite, or returning a row each. */
export async function readFacts(db: Db, question: Question): Promise<Facts[]> {
  const texts = TEXT_NAMES.map((name) => {
    const keys = TEXTS[name].map(keyIn);
    const text = sql.join(keys, sql` || ${sql.lit(WITHIN_TEXT)} || `);
    return sql`string_agg(${text}, ${sql.lit(AFTER_TRANSFER)}) as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Facts>`
    select transfers.facility_id as facility, string_agg(cast(${PACKED} as text), ',') as digits, ${sql.join(texts)}
    from ${TRANSFERS_OF_STAYS} where ${isTransferOf(question)} group by transfers.facility_id`.execute(
    db,
  );
  return rows;
}

export class FactTally {
  transfers = 0;
  unplanned = 0;
  readonly days = zeros(LAST_DAY + 3);
  private readonly outcomes = zeros(KEYS.outcome.length);
  private readonly times = zeros(KEYS.weekday_hour.length);
  private readonly shifts = zeros(KEYS.shift.length);
  private readonly texts = {
    physicians: new Sums(),
    places: new Sums(),
    reasons: new Sums(),
  } satisfies Record<TextName, Sums>;

  constructor(facts?: Facts) {
    if (!facts) return;
    for (const digits of JSON.parse(`[${facts.digits}]`) as number[]) {
      this.add(digits);
    }
    for (const name of TEXT_NAMES) {
      for (const key of facts[name].split(AFTER_TRANSFER)) {
        this.texts[name].add(key, 1);
      }
    }
  }

  private add(digits: number): void {
    let rest = takeDigit(this.shifts, digits);
    rest = takeDigit(this.times, rest);
    rest = takeDigit(this.days, rest);
    rest = takeDigit(this.outcomes, rest);
    this.transfers += 1;
    if (rest === 0) this.unplanned += 1;
  }

  merge(other: FactTally): void {
    this.transfers += other.transfers;
    this.unplanned += other.unplanned;
    addAll(this.outcomes, other.outcomes);
    addAll(this.days, other.days);
    addAll(this.times, other.times);
    addAll(this.shifts, other.shifts);
    for (const name of TEXT_NAMES) {
      for (const [text, sum] of other.texts[name]) {
        this.texts[name].add(text, sum);
      }
    }
  }

  counts(): GroupCounts {
    const counts = new GroupCounts();
    for (const [at, sum] of this.outcomes.entries()) {
      counts.add("outcome", KEYS.outcome[at], sum);
    }
    for (const [at, sum] of this.shifts.entries()) {
      counts.add("shift", KEYS.shift[at], sum);
    }
    for (const [day, sum] of this.days.entries()) {
      const key = day > LAST_DAY + 1 ? NOT_KNOWN : bandOf(day);
      counts.add("since_admission", key, sum);
    }
    const { hour: hours, weekday_hour: times } = KEYS;
    for (const [at, sum] of this.times.entries()) {
      const hour = at % hours.length;
      counts.add("weekday_hour", times[at], sum);
      counts.add("hour", hours[hour], sum);
      counts.add("weekday", String((at - hour) / hours.length), sum);
    }
    for (const name of TEXT_NAMES) {
      for (const [text, sum] of this.texts[name]) {
        const keys = text.split(WITHIN_TEXT);
        for (const [at, by] of TEXTS[name].entries()) {
          counts.add(by, keys[at], sum);
        }
      }
    }
    return counts;
  }
}

/** Counts the last digit and returns the rest. */
function takeDigit(sums: number[], number: number): number {
  const digit = number % sums.length;
  sums[digit] = (sums[digit] ?? 0) + 1;
  return (number - digit) / sums.length;
}

function addAll(sums: number[], others: readonly number[]): void {
  for (const [at, other] of others.entries())
    sums[at] = (sums[at] ?? 0) + other;
}

function zeros(length: number): number[] {
  return Array.from({ length }, () => 0);
}

/** Text of a review; empty while it is open. */
const REVIEW = sql<string>`case when reviews.state = 'open' then ''
  else reviews.avoidable || ${sql.lit(BEFORE_TEXT)} || reviews.causes end`;

/** Reviews of unplanned transfers by facility; null for none. */
export async function readReviews(db: Db, question: Question) {
  const tables = asksStays(question) ? TRANSFERS_OF_STAYS : TRANSFERS;
  const { rows } = await sql<{ facility: number; reviews: string | null }>`
    select transfers.facility_id as facility, string_agg(nullif(${textOfReview(REVIEW)}, ''), ${sql.lit(AFTER_TRANSFER)}) as reviews
    from ${tables} where ${isTransferOf(question)} and transfers.trip_planned = 0 group by transfers.facility_id`.execute(
    db,
  );
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
    const [avoidable, causes = ""] = review.split(BEFORE_TEXT);
    const named = causesIn({ causes });
    this.reviewed += sum;
    if (named.length > 0) this.caused += sum;
    this.counts.add("avoidable", avoidable, sum);
    for (const cause of named) this.counts.add("cause", cause, sum);
  }
}
