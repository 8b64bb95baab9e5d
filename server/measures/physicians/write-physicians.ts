import { sql, type Kysely, type RawBuilder } from "kysely";
import { mergeSpans } from "~server/measures/totals/tally-patient";
import type { Schema } from "~server/store/schema";
import { chunksOf } from "../question";
import { rowInserter, RowWriter, times } from "../row-writer";
import {
  packHistory,
  PackedHistory,
  IS,
  NO_END,
  type StayNumbers,
} from "./history-format";
import {
  historyAfter,
  type PhysicianAt,
  type PhysicianChange,
  type PhysiciansChange,
} from "./physicians-change";

/** Histories per batch: two megabytes. */
const HISTORIES_AT_ONCE = 300;

/**
 * Updates histories and days of physicians. Each history is read and written once, other patients' stays are not read,
 * and unchanged rows are not written.
 */
export async function updatePhysicians(
  db: Kysely<Schema>,
  change: PhysiciansChange,
): Promise<void> {
  const gone = spanDeleter(db);
  const come = rowInserter(db, "physician_spans", [
    "facility_id",
    "isnp",
    "npi",
    "from_day",
    "end_day",
  ]);
  for (const some of chunksOf(change.all(), HISTORIES_AT_ONCE)) {
    const spans = await updateSome(db, some);
    await gone.write(spans.gone.map((span) => span.slice(0, 4)));
    // Delete first: a span with a new end has the same key.
    await gone.flush();
    await come.write(spans.come);
  }
  await come.flush();
}

type SpanRow = readonly [
  facilityId: number,
  isnp: number,
  npi: number,
  from: number,
  end: number | null,
];

/** Days of a physician in a facility, for all stays and for ISNP stays. */
export function spansOf(
  physician: PhysicianAt,
  stays: readonly StayNumbers[],
): SpanRow[] {
  const flagged = stays.filter((stay) => stay[5] & IS.isnp);
  return [...spanRows(physician, 0, stays), ...spanRows(physician, 1, flagged)];
}

function spanRows(
  { facility_id, npi }: PhysicianAt,
  isnp: number,
  stays: readonly StayNumbers[],
): SpanRow[] {
  const spans = stays.map(([, , from, end]) => ({
    from,
    end: end === NO_END ? Infinity : Math.max(end, from + 1),
  }));
  return mergeSpans(spans).map(({ from, end }) => [
    facility_id,
    isnp,
    npi,
    from,
    end === Infinity ? null : end,
  ]);
}

/** Updates histories; returns the spans to delete and insert. */
async function updateSome(
  db: Kysely<Schema>,
  changes: readonly PhysicianChange[],
): Promise<{ gone: SpanRow[]; come: SpanRow[] }> {
  const stored = await readHistories(db, changes);
  const written: (PhysicianAt & { history: Buffer })[] = [];
  const emptied: PhysicianAt[] = [];
  const spans: { gone: SpanRow[]; come: SpanRow[] } = { gone: [], come: [] };
  for (const change of changes) {
    const { facility_id, npi } = change;
    const before = stored.get(keyOf(change)) ?? null;
    const packed = before && new PackedHistory(before);
    const { stays, events } = historyAfter(packed, change);
    const history = packHistory(stays, events);
    if (before && history.equals(before)) continue;
    if (stays.length > 0) written.push({ facility_id, npi, history });
    else if (before) emptied.push({ facility_id, npi });
    const had = spansOf(change, packed?.stayNumbers() ?? []);
    const has = spansOf(change, stays);
    spans.gone.push(...missingFrom(has, had));
    spans.come.push(...missingFrom(had, has));
  }
  await writeHistories(db, written, emptied);
  return spans;
}

function missingFrom(
  others: readonly SpanRow[],
  rows: readonly SpanRow[],
): SpanRow[] {
  const known = new Set(others.map((row) => row.join()));
  return rows.filter((row) => !known.has(row.join()));
}

async function readHistories(
  db: Kysely<Schema>,
  physicians: readonly PhysicianAt[],
): Promise<Map<string, Uint8Array>> {
  // SQLite joins a cross join in written order: each look-up is by key.
  const { rows } = await sql<PhysicianAt & { history: Uint8Array }>`
    with asked(facility_id, npi) as (values ${pairs(physicians)})
    select histories.facility_id, histories.npi, histories.history
    from asked cross join physician_histories as histories
    where histories.facility_id = asked.facility_id and histories.npi = asked.npi`.execute(
    db,
  );
  return new Map(rows.map((row) => [keyOf(row), row.history]));
}

async function writeHistories(
  db: Kysely<Schema>,
  written: readonly (PhysicianAt & { history: Buffer })[],
  emptied: readonly PhysicianAt[],
): Promise<void> {
  if (written.length > 0) {
    await db
      .insertInto("physician_histories")
      .values(written)
      .onConflict((conflict) =>
        conflict
          .columns(["facility_id", "npi"])
          .doUpdateSet((row) => ({ history: row.ref("excluded.history") })),
      )
      .execute();
  }
  if (emptied.length > 0) {
    await sql`delete from physician_histories
      where (facility_id, npi) in (values ${pairs(emptied)})`.execute(db);
  }
}

function spanDeleter(db: Kysely<Schema>): RowWriter {
  const row = sql`(${sql.join([0, 0, 0, 0].map((cell) => sql`cast(${cell} as bigint)`))})`;
  return new RowWriter(
    db,
    (count) => sql`delete from physician_spans
      where (facility_id, isnp, npi, from_day) in (values ${times(count, row)})`,
  );
}

function pairs(physicians: readonly PhysicianAt[]): RawBuilder<unknown> {
  return sql.join(
    physicians.map(
      ({ facility_id, npi }) =>
        sql`(cast(${facility_id} as bigint), cast(${npi} as bigint))`,
    ),
  );
}

function keyOf({ facility_id, npi }: PhysicianAt): string {
  return `${facility_id} ${npi}`;
}
