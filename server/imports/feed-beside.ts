import type { Kysely } from "kysely";
import { applyAllMessages } from "~server/messages/apply/apply-messages";
import {
  beginFeedsAnew,
  deriveBesideCensus,
  releaseFacilities,
  releasePatients,
} from "~server/messages/apply/beside-census";
import type { Schema } from "~server/store/schema";
import { removedKeys, type PartColumn } from "./plan-changes";
import type { CensusTable, CensusTableName } from "./census-tables";
import type { Staging } from "./staging";

interface CensusBesideFeed {
  staging: Staging;
  tables: readonly CensusTable[];
  overDemo: boolean;
  now: Date;
}

export class FeedBeside {
  #released: number[] = [];

  constructor(private readonly census: CensusBesideFeed) {}

  /** Call it before figures are taken off. */
  async releaseFacilities(db: Kysely<Schema>): Promise<void> {
    const { overDemo, now } = this.census;
    const ids = this.#removed("facilities", null);
    if (!overDemo) await releaseFacilities(db, ids, now);
  }

  /** Call it before the rows of removed patients go; `column` chooses the patients. */
  async releasePatients(
    db: Kysely<Schema>,
    column: PartColumn = null,
  ): Promise<void> {
    if (this.census.overDemo) return beginFeedsAnew(db);
    const ids = this.#removed("patients", column);
    this.#released.push(...(await releasePatients(db, ids)));
  }

  /** Call it when the change is made; null: all residents. */
  async derive(
    db: Kysely<Schema>,
    patientIds: Iterable<number> | null,
  ): Promise<void> {
    await deriveBesideCensus(db, patientIds, this.#released, this.census.now);
  }

  #removed(name: CensusTableName, column: PartColumn): number[] {
    const { staging, tables } = this.census;
    const table = tables.find((one) => one.name === name);
    return table ? removedKeys(staging, table, column) : [];
  }
}

/** Applies messages that waited for what was imported, even if no feed runs. */
export async function applyWaiting(
  db: Kysely<Schema>,
  now: Date,
): Promise<void> {
  try {
    await applyAllMessages(db, now);
  } catch {
    // The census is stored; a feed or the next start of the portal applies them.
  }
}
