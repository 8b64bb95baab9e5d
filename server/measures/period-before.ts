import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { DATA_BEGIN } from "~server/measures/totals/place-reach";
import type { Schema } from "~server/store/schema";
import { noTotals, totalsWithout, type Totals } from "./additive-totals";
import {
  hasDay,
  isIn,
  staysOf,
  STAYS,
  type Question,
  isOneOf,
} from "./question";
import {
  patientsOf,
  readTotals,
  type DayRange,
  type StayFigures,
} from "./stay-figures";

export interface ComparedRange {
  totals: Totals;
  patients: number;
}

/** The period of the same length before a range, and what is compared of both (R496). */
export interface PeriodBefore {
  period: DayRange;
  /** Zeros where no facility is compared. */
  before: ComparedRange;
  /** The range, where some facilities are left out of both; else null: then it is that of all. */
  now: ComparedRange | null;
  /** Null where all facilities are compared. */
  counted: { facilities: number; compared: number } | null;
  /** The first day of the data of those that are left out because these begin too late; null for none. */
  dataFrom: EpochDay | null;
  /** Some facilities are compared over fewer days than the others (R497). */
  hasFewerDays: boolean;
}

/** The day that all data must have begun by where the whole of a range is compared with the period before it. */
export function firstDayBefore({ from, to }: DayRange): EpochDay {
  return 2 * from - to - 1;
}

/** A facility whose data do not cover all of two periods. */
interface DifferingFacility {
  id: number;
  /** The first day of its data; null where nothing tells of one. */
  begins_on: EpochDay | null;
  reach: EpochDay | null;
  /** Its data cover the period before, and some days of the range. */
  isCompared: boolean;
}

/** The facilities of a question's stays whose data do not cover all of a range and of the period before it. Most often there are none. */
async function readFacilitiesThatDiffer(
  db: Kysely<Schema>,
  question: Question,
  range: DayRange,
  before: DayRange,
): Promise<DifferingFacility[]> {
  const { rows } = await sql<Omit<DifferingFacility, "isCompared">>`
    select * from (
      select facilities.id, facilities.data_through as reach, ${DATA_BEGIN} as begins_on
      from facilities where ${hasStays(question)}) as facilities
    where begins_on is null or begins_on > ${before.from} or reach is null or reach < ${range.to}`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    isCompared:
      row.begins_on !== null &&
      row.begins_on <= before.from &&
      row.reach !== null &&
      row.reach >= range.from,
  }));
}

/** How many facilities a question has stays in. */
async function readFacilityCount(
  db: Kysely<Schema>,
  question: Question,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from facilities where ${hasStays(question)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

function hasStays({ facilityIds, npi, isnp }: Question): RawBuilder<SqlBool> {
  const stays = staysOf({
    facilityIds: "all",
    isnp,
    ...(npi !== undefined && { npi }),
  });
  return sql<SqlBool>`${isOneOf("facilities.id", facilityIds) ?? sql`1 = 1`}
    and exists (select 1 from stays where stays.facility_id = facilities.id and ${stays})`;
}

/**
 * The period before the range of a question; null where the data end before that.
 *
 * @param figures those of the question, opened with {@link firstDayBefore}
 */
export async function readPeriodBefore(
  db: Kysely<Schema>,
  question: Question,
  figures: StayFigures,
): Promise<PeriodBefore | null> {
  const { reach } = figures;
  const { from } = question;
  if (!reach || reach.latest < from) return null;
  const range = { from, to: Math.min(question.to, reach.latest) };
  const period = { from: firstDayBefore(range), to: from - 1 };
  const differing = figures.isEven
    ? []
    : await readFacilitiesThatDiffer(db, question, range, period);
  if (differing.length > 0) {
    return comparedAmong(db, { question, range, period, differing }, figures);
  }
  const [before] = await readRanges(figures, [period]);
  return {
    ...{ period, before: before ?? nobody(), now: null },
    ...{ counted: null, dataFrom: null, hasFewerDays: false },
  };
}

async function readRanges(
  figures: StayFigures,
  ranges: readonly DayRange[],
): Promise<ComparedRange[]> {
  const found = await figures.over({ totals: ranges, people: ranges });
  return ranges.map((_, at) => {
    const people = found.people[at];
    return {
      totals: found.totals[at] ?? noTotals(),
      patients: people ? patientsOf(people) : 0,
    };
  });
}

function nobody(): ComparedRange {
  return { totals: noTotals(), patients: 0 };
}

interface Compared {
  question: Question;
  range: DayRange;
  period: DayRange;
  differing: DifferingFacility[];
}

/** What is compared where facilities differ: some are left out, and others have some days in one period alone. */
async function comparedAmong(
  db: Kysely<Schema>,
  compared: Compared,
  figures: StayFigures,
): Promise<PeriodBefore> {
  const { question, range, period, differing } = compared;
  const out = differing.filter(({ isCompared }) => !isCompared);
  const shorter = differing.filter(({ isCompared }) => isCompared);
  const facilities = await readFacilityCount(db, question);
  const begun = out.flatMap(({ begins_on }) =>
    begins_on !== null && begins_on > period.from ? [begins_on] : [],
  );
  const told = {
    period,
    counted:
      out.length === 0
        ? null
        : { facilities, compared: facilities - out.length },
    dataFrom: begun.length > 0 ? Math.min(...begun) : null,
    hasFewerDays: shorter.length > 0,
  };
  if (out.length === facilities) {
    return { ...told, before: nobody(), now: null };
  }
  const parts: Omit<NotCompared, "out">[] = [
    { of: period, lastDays: lastDaysBefore(shorter, compared) },
  ];
  if (out.length > 0) parts.push({ of: range, lastDays: new Map() });
  const all = await readRanges(
    figures,
    parts.map(({ of }) => of),
  );
  const left: ComparedRange[] = [];
  for (const [at, part] of parts.entries()) {
    const whole = all[at] ?? nobody();
    left.push(await withoutOthers(db, question, whole, { out, ...part }));
  }
  const [before = nobody(), now = null] = left;
  return { ...told, before, now };
}

type LastDays = ReadonlyMap<EpochDay, DifferingFacility[]>;

/** What is not compared of a range. */
interface NotCompared {
  of: DayRange;
  out: readonly DifferingFacility[];
  /** The facilities of which only days through one of these are compared. */
  lastDays: LastDays;
}

async function withoutOthers(
  db: Kysely<Schema>,
  question: Question,
  { totals, patients }: ComparedRange,
  not: NotCompared,
): Promise<ComparedRange> {
  const { of, out, lastDays } = not;
  const taken = [
    { some: out, days: of },
    ...Array.from(lastDays, ([last, some]) => ({
      some,
      days: { from: last + 1, to: of.to },
    })),
  ];
  let left = totals;
  for (const { some, days } of taken) {
    if (some.length === 0) continue;
    const facilityIds = some.map(({ id }) => id);
    const { place: _, ...filter } = question;
    left = totalsWithout(
      left,
      await readTotals(db, { ...filter, ...days, facilityIds }),
    );
  }
  return {
    totals: left,
    patients: patients - (await patientsLost(db, question, not)),
  };
}

/** The last day of the period before that facilities have in both, by the days of the range that their data reach. */
function lastDaysBefore(
  facilities: readonly DifferingFacility[],
  { range, period }: Pick<Compared, "range" | "period">,
): LastDays {
  const groups = new Map<EpochDay, DifferingFacility[]>();
  for (const facility of facilities) {
    const last = period.from + ((facility.reach ?? 0) - range.from);
    groups.set(last, [...(groups.get(last) ?? []), facility]);
  }
  return groups;
}

/**
 * The patients who are in a range for nothing but what is not compared: days in facilities that are left out, and days after the
 * last one that others have in both periods.
 */
async function patientsLost(
  db: Kysely<Schema>,
  question: Question,
  { of, out, lastDays }: NotCompared,
): Promise<number> {
  const idsOf = (some: readonly DifferingFacility[]) =>
    some.map(({ id }) => id);
  const doubtful = idsOf([...out, ...[...lastDays.values()].flat()]);
  if (doubtful.length === 0) return 0;
  const at = (some: readonly DifferingFacility[]) =>
    isIn("stays.facility_id", idsOf(some));
  const stays = ({ facilityIds }: Pick<Question, "facilityIds">) =>
    sql`${STAYS} where ${staysOf({ ...question, facilityIds })} and ${hasDay({ ...question, ...of })}`;
  const beyond = Array.from(
    lastDays,
    ([last, some]) => sql`(${at(some)} and stays.admitted_on > ${last})`,
  );
  const notCompared = sql.join([at(out), ...beyond], sql` or `);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select distinct stays.patient_id from ${stays({ facilityIds: doubtful })}
    ) as suspects
    where not exists (
      select 1 from ${stays(question)} and stays.patient_id = suspects.patient_id and not (${notCompared})
    )`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
