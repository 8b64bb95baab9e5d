import type { Kysely } from "kysely";
import { readRecordedStays } from "~server/measures/merged-stays";
import type { Schema } from "~server/store/schema";
import { isOfCensus } from "./stored-rows";

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
