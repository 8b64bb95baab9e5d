import { sql, type Kysely, type RawBuilder } from "kysely";
import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { Schema } from "~server/store/schema";
import { chunksOf } from "../question";
import { RowWriter, times } from "../row-writer";
import type { PatientHistory } from "../totals/patient-histories";
import { mergeSpans, type Sign } from "../totals/tally-patient";
import {
  compareNumbers,
  numbersOfEvent,
  numbersOfStay,
  packHistory,
  PackedHistory,
  IS,
  NO_END,
  type EventNumbers,
  type StayNumbers,
} from "./history-format";

/** A physician, or 0 for none, in a facility. */
export interface PhysicianAt {
  facility_id: number;
  npi: number;
}

export interface HistoryParts {
  stays: StayNumbers[];
  events: EventNumbers[];
}

export type PhysicianChange = PhysicianAt & {
  gone: HistoryParts;
  come: HistoryParts;
};

export class PhysiciansChange {
  private readonly changes = new Map<string, PhysicianChange>();

  add({ band, stays, events }: PatientHistory, sign: Sign = 1): void {
    const side = sign === 1 ? "come" : "gone";
    for (const stay of stays) {
      this.changeOf(stay)[side].stays.push(numbersOfStay(stay, band));
    }
    for (const event of events) {
      this.changeOf(event)[side].events.push(numbersOfEvent(event));
    }
  }

  /** Sorted by facility and NPI. */
  all(): PhysicianChange[] {
    return [...this.changes.values()].sort(
      (one, other) =>
        one.facility_id - other.facility_id || one.npi - other.npi,
    );
  }

  private changeOf({
    at: { facility: facility_id },
    npi: named,
  }: Pick<PatientHistory["stays"][number], "at" | "npi">): PhysicianChange {
    const npi = named ?? NO_PHYSICIAN_ID;
    const key = `${facility_id} ${npi}`;
    let change = this.changes.get(key);
    if (!change) {
      const nothing = () => ({ stays: [], events: [] });
      change = { facility_id, npi, gone: nothing(), come: nothing() };
      this.changes.set(key, change);
    }
    return change;
  }
}

export function historyAfter(
  before: PackedHistory | null,
  { gone, come }: PhysicianChange,
): HistoryParts {
  const after = <Numbers extends StayNumbers | EventNumbers>(
    had: readonly Numbers[],
    went: readonly Numbers[],
    came: readonly Numbers[],
  ) => [...without(had, went), ...came];
  return {
    stays: after(before?.stayNumbers() ?? [], gone.stays, come.stays),
    events: after(before?.eventNumbers() ?? [], gone.events, come.events),
  };
}

/** Removes each of `gone` once from the sorted `all`; ignores those not in it. */
function without<Numbers extends readonly number[]>(
  all: readonly Numbers[],
  gone: readonly Numbers[],
): Numbers[] {
  const sorted = [...gone].sort(compareNumbers);
  let next = 0;
  return all.filter((one) => {
    for (;;) {
      const looked = sorted[next];
      if (!looked) return true;
      const order = compareNumbers(looked, one);
      if (order > 0) return true;
      next += 1;
      if (order === 0) return false;
    }
  });
}

/** Histories per batch: two megabytes. */
const HISTORIES_AT_ONCE = 300;

/** Reads and writes each history once; leaves unchanged rows alone. */
export async function updatePhysicians(
  db: Kysely<Schema>,
  change: PhysiciansChange,
): Promise<void> {
  const gone = new RowWriter(
    db,
    (count) => sql`delete from physician_spans
      where (facility_id, isnp, npi, from_day)
        in (values ${times(count, rowOf(sql`cast(${0} as bigint)`, 4))})`,
  );
  const come = new RowWriter(
    db,
    (count) =>
      sql`insert into physician_spans (facility_id, isnp, npi, from_day, end_day)
        values ${times(count, rowOf(sql`${0}`, 5))}`,
  );
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

function rowOf(cell: RawBuilder<unknown>, cells: number) {
  return sql`(${times(cells, cell)})`;
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
