import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";

/**
 * The first day of the data of a row of `facilities` (R495): the one that the census names, else that of the first discharge, or
 * of the first transfer from a stay there; null where nothing tells of one.
 */
export const DATA_BEGIN = sql<EpochDay | null>`coalesce(facilities.data_from, (
  select min(days.day) from (
    select min(stays.discharged_on) as day from stays
      where stays.facility_id = facilities.id and stays.discharged_on is not null
    union all
    select min(transfers.transferred_on) from transfers
      where transfers.facility_id = facilities.id and transfers.stay_id is not null
  ) as days))`;

/** Row of `facilities`: its data begin after a day, or have no beginning. */
export function beginsAfter(day: EpochDay): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${DATA_BEGIN} > ${day}, true)`;
}
