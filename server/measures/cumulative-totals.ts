import { sql } from "kysely";
import type { Kysely, RawBuilder } from "kysely";
import type { Schema } from "~server/store/schema";
import { TOTALS, type Total, type Totals } from "./facility-totals";
import { isOneOf, type Question } from "./question";

/** The places that totals can be told apart by. */
export type PlaceColumn =
  "facilities.id" | "facilities.region_id" | "regions.division_id";

/**
 * Additive figures of the question's facilities from their cumulative rows: two rows per facility, the one of the
 * last day less the one of the day before the first (design.md, storage). Physicians have no cumulative rows: the
 * question's `npi` must be left out.
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
  const places = isOneOf("spans.facility_id", question.facilityIds);
  return sql`
    from cumulative_spans as spans
    join facilities on facilities.id = spans.facility_id
    join regions on regions.id = facilities.region_id
    left join cumulative as upto on upto.facility_id = spans.facility_id
      and upto.isnp = ${isnp} and upto.day = ${lastRowTo(question.to)}
    left join cumulative as earlier on earlier.facility_id = spans.facility_id
      and earlier.isnp = ${isnp} and earlier.day = ${lastRowTo(question.from - 1)}
    ${places ? sql`where ${places}` : sql``}`;
}

function lastRowTo(day: number): RawBuilder<number> {
  return sql`(case when spans.last_day < ${day} then spans.last_day else ${day} end)`;
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

/** After its rows a facility has one day of care and one long-stay day a day for each open stay, and nothing else. */
function daysAfterRows(total: Total, question: Question): RawBuilder<number> {
  if (total !== "days_of_care" && total !== "pd_lt_doc") return sql`0`;
  const open = sql.ref(
    question.isnp ? "spans.open_isnp_stays" : "spans.open_stays",
  );
  return sql`${open} * (${daysAfter(question.to)} - ${daysAfter(question.from - 1)})`;
}

function daysAfter(day: number): RawBuilder<number> {
  return sql`(case when spans.last_day < ${day} then ${day} - spans.last_day else 0 end)`;
}
