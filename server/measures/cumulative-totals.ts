import { sql } from "kysely";
import type { Kysely, RawBuilder, SqlBool } from "kysely";
import type { EpochDay } from "~/domain/calendar";
import { leftLookUp } from "~server/store/dialect";
import type { Schema } from "~server/store/schema";
import { noTotals, TOTALS, type Total, type Totals } from "./facility-totals";
import type { PlaceColumn } from "./child-places";
import { isOneOf, type Question, type StayFilter } from "./question";

/**
 * Additive figures of the question's facilities from their cumulative rows: two rows per facility. The row of the last
 * day minus the row before the first day is the range. Physicians have no cumulative rows, so the question must have
 * no `npi`.
 */
export async function cumulativeTotals(
  db: Kysely<Schema>,
  question: Question,
): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select ${sumColumns(TOTALS, question)} ${cumulativeRows(question)}`.execute(
    db,
  );
  const [totals] = rows;
  if (!totals) throw new Error("a sum over no rows is a row");
  return totals;
}

/**
 * Additive figures of the question's facilities from the beginning of their data through each of the days, in the
 * order of the days. The difference of two of them is a range. One query reads one row per facility and day.
 * Physicians have no cumulative rows, so the question must have no `npi`.
 *
 * @param days none in the future
 */
export async function cumulativeTotalsUpTo(
  db: Kysely<Schema>,
  filter: StayFilter,
  days: readonly EpochDay[],
): Promise<Totals[]> {
  const asked = sql.ref<EpochDay>("asked.day");
  const rowOfDay = sql<SqlBool>`upto.facility_id = spans.facility_id
    and upto.isnp = ${filter.isnp ? 1 : 0} and upto.day = ${lastRowTo(asked)}`;
  const { rows } = await sql<Totals & { day: EpochDay }>`
    with asked(day) as (values ${sql.join([...new Set(days)].map(rowOf))})
    select asked.day, ${sql.join(TOTALS.map((total) => totalUpTo(total, filter, asked)))}
    from cumulative_spans as spans
    join facilities on facilities.id = spans.facility_id
    cross join asked
    ${leftLookUp(db, "cumulative", "upto", rowOfDay)}
    where ${countIn(filter)}
    group by asked.day`.execute(db);
  const byDay = new Map(rows.map(({ day, ...totals }) => [day, totals]));
  return days.map((day) => byDay.get(day) ?? noTotals());
}

function rowOf(day: EpochDay): RawBuilder<unknown> {
  return sql`(cast(${day} as integer))`;
}

function totalUpTo(
  total: Total,
  filter: StayFilter,
  day: RawBuilder<EpochDay>,
): RawBuilder<unknown> {
  const row = sql`coalesce(${sql.ref(`upto.${total}`)}, 0)`;
  const sum = growsAfterRows(total)
    ? sql`${row} + ${openStays(filter)} * ${daysAfter(day)}`
    : row;
  return sql`sum(${sum}) as ${sql.ref(total)}`;
}

/** One additive figure for each place, by its id; places without stays are left out. */
export async function cumulativeTotalByPlace(
  db: Kysely<Schema>,
  question: Question,
  total: Total,
  place: PlaceColumn,
): Promise<Map<number, number>> {
  const id = sql.ref(place);
  const { rows } = await sql<Totals & { place_id: number }>`
    select ${id} as place_id, ${sumColumns([total], question)}
    ${cumulativeRows(question)}
    group by ${id}`.execute(db);
  return new Map(rows.map((row) => [row.place_id, row[total]]));
}

function cumulativeRows(question: Question): RawBuilder<unknown> {
  const isnp = question.isnp ? 1 : 0;
  return sql`
    from cumulative_spans as spans
    join facilities on facilities.id = spans.facility_id
    join regions on regions.id = facilities.region_id
    left join cumulative as upto on upto.facility_id = spans.facility_id
      and upto.isnp = ${isnp} and upto.day = ${lastRowTo(question.to)}
    left join cumulative as earlier on earlier.facility_id = spans.facility_id
      and earlier.isnp = ${isnp} and earlier.day = ${lastRowTo(question.from - 1)}
    where ${countIn(question)}`;
}

/** The facilities of a question. One whose data have no reach counts nothing. */
function countIn({ facilityIds }: StayFilter): RawBuilder<SqlBool> {
  const places = isOneOf("spans.facility_id", facilityIds);
  const reach = sql<SqlBool>`facilities.data_through is not null`;
  return places ? sql<SqlBool>`${places} and ${reach}` : reach;
}

type Day = EpochDay | RawBuilder<EpochDay>;

/** The day, or the last one that the facility's data reach (R245). */
function reached(day: Day): RawBuilder<EpochDay> {
  return sql`(case when facilities.data_through < ${day} then facilities.data_through else ${day} end)`;
}

function lastRowTo(day: Day): RawBuilder<EpochDay> {
  return sql`(case when spans.last_day < ${reached(day)} then spans.last_day else ${reached(day)} end)`;
}

function sumColumns(
  totals: readonly Total[],
  question: Question,
): RawBuilder<unknown> {
  return sql.join(
    totals.map((total) => {
      const upto = sql.ref(`upto.${total}`);
      const earlier = sql.ref(`earlier.${total}`);
      const sum = sql`coalesce(sum(coalesce(${upto}, 0) - coalesce(${earlier}, 0)
        + ${daysAfterRows(total, question)}), 0)`;
      return sql`${sum} as ${sql.ref(total)}`;
    }),
  );
}

/** After the last row each day that the data reach adds one day of care and one long-stay day per open stay, and nothing else. */
function daysAfterRows(total: Total, question: Question): RawBuilder<number> {
  if (!growsAfterRows(total)) return sql`0`;
  return sql`${openStays(question)} * (${daysAfter(question.to)} - ${daysAfter(question.from - 1)})`;
}

function growsAfterRows(total: Total): boolean {
  return total === "days_of_care" || total === "pd_lt_doc";
}

function openStays({ isnp }: StayFilter): RawBuilder<number> {
  return sql.ref(isnp ? "spans.open_isnp_stays" : "spans.open_stays");
}

function daysAfter(day: Day): RawBuilder<number> {
  return sql`(case when spans.last_day < ${reached(day)} then ${reached(day)} - spans.last_day else 0 end)`;
}
