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

/** The preceding period of equal length, compared with the range (R496). */
export interface PeriodBefore {
  period: DayRange;
  /** Zeros if no facility is compared. */
  before: ComparedRange;
  /** The range, if some facilities are left out of both; else null: it covers all. */
  now: ComparedRange | null;
  /** Null if all facilities are compared. */
  counted: { facilities: number; compared: number } | null;
  /** First day of data of the facilities left out because theirs begin too late; null if none. */
  dataFrom: EpochDay | null;
  /** Some facilities are compared over fewer days (R497). */
  hasFewerDays: boolean;
}

/** The day by which all data must begin, for comparing a whole range with the period before it. */
export function firstDayBefore({ from, to }: DayRange): EpochDay {
  return 2 * from - to - 1;
}

/** A facility whose data do not cover both periods fully. */
interface DifferingFacility {
  id: number;
  /** First day of its data; null if unknown. */
  begins_on: EpochDay | null;
  reach: EpochDay | null;
  /** Its data cover the period before and some days of the range. */
  isCompared: boolean;
}

/**
 * Facilities with stays in the question whose data do not fully cover the range and the period before it. Usually none.
 */
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
 * The period before a question's range; null if the data end before it.
 *
 * @param figures of the question, opened with {@link firstDayBefore}
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

/** The comparison if facilities differ: some are left out, and others lack some days in one period. */
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
  const shared = {
    period,
    counted:
      out.length === 0
        ? null
        : { facilities, compared: facilities - out.length },
    dataFrom: begun.length > 0 ? Math.min(...begun) : null,
    hasFewerDays: shorter.length > 0,
  };
  if (out.length === facilities) {
    return { ...shared, before: nobody(), now: null };
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
    left.push(await subtractNotCompared(db, question, whole, { out, ...part }));
  }
  const [before = nobody(), now = null] = left;
  return { ...shared, before, now };
}

type LastDays = ReadonlyMap<EpochDay, DifferingFacility[]>;

interface NotCompared {
  of: DayRange;
  out: readonly DifferingFacility[];
  /** Facilities that are compared only through a day. */
  lastDays: LastDays;
}

async function subtractNotCompared(
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

/** Groups facilities by the last day of the preceding period that matches their data cut-off in the range. */
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
 * Patients in a range only because of days that are not compared: those in facilities left out, and those after the
 * last day that others have in both periods.
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
