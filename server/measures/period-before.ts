import { sql, type Kysely, type RawBuilder, type SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { DATA_BEGIN } from "~server/measures/totals/place-reach";
import type { Schema } from "~server/store/schema";
import { noTotals, totalsWithout, type Totals } from "./additive-totals";
import {
  groupBy,
  hasDay,
  isIn,
  isOneOf,
  staysOf,
  STAYS,
  type Question,
} from "./question";
import {
  patientsOf,
  readTotals,
  type DayRange,
  type StayFigures,
} from "./stay-figures";
import { noPeople } from "./totals/total-columns";

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

interface DifferingFacility {
  id: number;
  begins_on: EpochDay | null;
  reach: EpochDay | null;
  isCompared: boolean;
}

/** Facilities with stays whose data do not fully cover the range and the period before it. Usually none. */
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
  const out = differing.filter(({ isCompared }) => !isCompared);
  const shorter = differing.filter(({ isCompared }) => isCompared);
  const facilities =
    out.length === 0 ? null : await readFacilityCount(db, question);
  const begun = out.flatMap(({ begins_on }) =>
    begins_on !== null && begins_on > period.from ? [begins_on] : [],
  );
  const shared = {
    period,
    counted:
      facilities === null
        ? null
        : { facilities, compared: facilities - out.length },
    dataFrom: begun.length > 0 ? Math.min(...begun) : null,
    hasFewerDays: shorter.length > 0,
  };
  const nobody = { totals: noTotals(), patients: 0 };
  if (out.length === facilities)
    return { ...shared, before: nobody, now: null };
  // The last day of the preceding period that matches a facility's data cut-off in the range.
  const lastDays = groupBy(
    shorter,
    (one) => period.from + ((one.reach ?? 0) - from),
  );
  const parts: NotCompared[] = [{ of: period, out, lastDays }];
  if (out.length > 0) parts.push({ of: range, out, lastDays: new Map() });
  const ranges = parts.map(({ of }) => of);
  const all = await figures.over({ totals: ranges, people: ranges });
  const left: ComparedRange[] = [];
  for (const [at, part] of parts.entries()) {
    const totals = all.totals[at] ?? noTotals();
    const patients = patientsOf(all.people[at] ?? noPeople());
    const lost = await patientsLost(db, question, part);
    left.push({
      totals: await withoutNotCompared(db, question, totals, part),
      patients: patients - lost,
    });
  }
  const [before = nobody, now = null] = left;
  return { ...shared, before, now };
}

interface NotCompared {
  of: DayRange;
  out: readonly DifferingFacility[];
  lastDays: ReadonlyMap<EpochDay, DifferingFacility[]>;
}

async function withoutNotCompared(
  db: Kysely<Schema>,
  { place: _, ...filter }: Question,
  totals: Totals,
  { of, out, lastDays }: NotCompared,
): Promise<Totals> {
  let left = totals;
  const taken = [
    { some: out, from: of.from },
    ...Array.from(lastDays, ([last, some]) => ({ some, from: last + 1 })),
  ];
  for (const { some, from } of taken) {
    if (some.length === 0) continue;
    const facilityIds = some.map(({ id }) => id);
    const days = { from, to: of.to };
    left = totalsWithout(
      left,
      await readTotals(db, { ...filter, ...days, facilityIds }),
    );
  }
  return left;
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
