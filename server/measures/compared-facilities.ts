import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import type { Schema } from "~server/store/schema";
import { DATA_BEGIN } from "./data-begin";
import { isOneOf, staysOf, type Question } from "./question";
import type { DayRange } from "./stay-figures";

/** A facility whose data do not cover all of two periods. */
export interface DifferingFacility {
  id: number;
  /** The first day of its data; null where nothing tells of one. */
  begins_on: EpochDay | null;
  reach: EpochDay | null;
  /** Its data cover the period before, and some days of the range. */
  isCompared: boolean;
}

/** The facilities of a question's stays whose data do not cover all of a range and of the period before it. Most often there are none. */
export async function readFacilitiesThatDiffer(
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
export async function readFacilityCount(
  db: Kysely<Schema>,
  question: Question,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from facilities where ${hasStays(question)}`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Row of `facilities`: the question has stays there. */
function hasStays({ facilityIds, npi, isnp }: Question): RawBuilder<SqlBool> {
  const stays = staysOf({
    facilityIds: "all",
    isnp,
    ...(npi !== undefined && { npi }),
  });
  return sql<SqlBool>`${isOneOf("facilities.id", facilityIds) ?? sql`1 = 1`}
    and exists (select 1 from stays where stays.facility_id = facilities.id and ${stays})`;
}
