import type { Kysely, Selectable } from "kysely";
import type { StayRow } from "~/features/messages/rules/visit-stays";
import {
  NOTHING_KNOWN,
  type TransferRow,
} from "~/features/messages/rules/resident-transfers";
import { readRecordedStays } from "~server/measures/merged-stays";
import { isIn } from "~server/measures/question";
import type { Schema, StayTable, TransferTable } from "~server/store/schema";

export type StoredStay = Selectable<StayTable>;
export type StoredTransfer = Selectable<TransferTable>;

/** Includes rows that the census gives to another patient. */
export async function readRows(
  db: Kysely<Schema>,
  patientIds: readonly number[],
): Promise<{ stays: StoredStay[]; transfers: StoredTransfer[] }> {
  const { stays } = await readRecordedStays(db, patientIds);
  return {
    stays: stays.sort((one, other) => one.id - other.id),
    transfers: await db
      .selectFrom("transfers")
      .where(isIn("patient_id", patientIds))
      .orderBy("id")
      .selectAll()
      .execute(),
  };
}

/** Rows from messages alone have negative ids. */
export function isOfCensus({ id }: { id: number }): boolean {
  return id > 0;
}

/** The stay as the census has it. */
export function recordedStay(row: StoredStay): StayRow {
  // Older rows lack the unit.
  const kept = JSON.parse(row.recorded ?? "null") as Omit<
    StayRow,
    "unit"
  > | null;
  const { facility_id, npi, admitted_on, discharged_on } = row;
  const { admitted_from, isnp, unit } = row;
  const own = { npi, admitted_on, discharged_on, admitted_from, isnp, unit };
  const said = kept ? { unit: null, ...kept } : { facility_id, ...own };
  return { ...said, admitted_minute: null };
}

/** The transfer as the census has it. */
export function recordedTransfer(row: StoredTransfer): TransferRow {
  // Older rows lack later facts.
  const kept = JSON.parse(row.recorded ?? "null") as TransferRow | null;
  if (kept) return { ...NOTHING_KNOWN, ...kept };
  const { facility_id, transferred_on, outcome, planned } = row;
  const { minute_of_day, hospital, unit, reason, diagnosis, returned_on } = row;
  const facts = { minute_of_day, hospital, unit, reason, diagnosis };
  const own = { facility_id, transferred_on, outcome, planned };
  return { ...own, ...facts, returned_on };
}

/** The census's patients by record number and facility, with merges. */
export class CensusRecords {
  private readonly ids = new Map<string, number[]>();
  private readonly looked = new Set<string>();
  private readonly merges: ReadonlyMap<number, number>;

  private constructor(
    private readonly db: Kysely<Schema>,
    private readonly ofCensus: ReadonlyMap<number, number>,
    readonly mergedByFeed: ReadonlyMap<number, number>,
  ) {
    this.merges = new Map([...ofCensus, ...mergedByFeed]);
  }

  static async open(db: Kysely<Schema>): Promise<CensusRecords> {
    const rows = await db
      .selectFrom("merges")
      .select(["from_id", "into_id", "word_of"])
      .execute();
    const of = (word: "feed" | null) =>
      new Map(
        rows
          .filter(({ word_of }) => word_of === word)
          .map(({ from_id, into_id }) => [from_id, into_id]),
      );
    return new CensusRecords(db, of(null), of("feed"));
  }

  at(mrn: string, facilityId: number | null): readonly number[] {
    return this.ids.get(placeKey(mrn, facilityId)) ?? [];
  }

  mergedByCensus(id: number): number {
    return endOf(id, this.ofCensus);
  }

  merged(id: number): number {
    return endOf(id, this.merges);
  }

  async look(mrns: Iterable<string>): Promise<void> {
    const unread = [...new Set(mrns)].filter((mrn) => !this.looked.has(mrn));
    if (unread.length === 0) return;
    for (const mrn of unread) this.looked.add(mrn);
    const patients = await this.db
      .selectFrom("patients")
      .where("mrn", "in", unread)
      .where("id", ">", 0)
      .select(["id", "mrn"])
      .orderBy("id")
      .execute();
    const holders = new Set(
      patients.flatMap(({ id }) => [id, this.merged(id)]),
    );
    // A joined stay belongs to each registration (R244).
    const { stays } = await readRecordedStays(this.db, [...holders]);
    for (const { id, mrn } of patients) {
      const own = stays.filter(
        (stay) =>
          isOfCensus(stay) &&
          (stay.recorded_patient_id ?? stay.patient_id) === id,
      );
      for (const facilityId of new Set(own.map((stay) => stay.facility_id))) {
        const key = placeKey(mrn ?? "", facilityId);
        this.ids.set(key, [...(this.ids.get(key) ?? []), id]);
      }
    }
  }
}

function placeKey(mrn: string, facilityId: number | null): string {
  return JSON.stringify([mrn, facilityId]);
}

function endOf(id: number, next: ReadonlyMap<number, number>): number {
  let at = id;
  for (let steps = 0; steps <= next.size; steps += 1) {
    const into = next.get(at);
    if (into === undefined) return at;
    at = into;
  }
  return at;
}
