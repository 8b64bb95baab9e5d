import type { Kysely } from "kysely";
import type { Schema } from "~server/store/schema";
import { packHistory } from "../physicians/history-format";
import type { PhysicianChange } from "../physicians/physicians-change";
import { spansOf } from "../physicians/spans-of-history";
import type { TotalsChange } from "../totals/totals-change";
import type { Checked, Differences } from "./differences";
import { compareKeys, differingRows, type FigureRow } from "./differing-rows";
import type { KnownPlaces } from "./known-places";
import {
  ABSENCES,
  comparable,
  countStoredRows,
  HISTORIES,
  SPANS,
  storedRows,
  TOTALS,
  type FigureTable,
  type Place,
} from "./stored-tables";

/** Where is compared, and where that is kept which differs. */
export interface Comparison {
  db: Kysely<Schema>;
  known: KnownPlaces;
  found: Differences;
}

const CHECKED_AS: Record<FigureTable["table"], Checked> = {
  place_totals: "totals",
  absences: "absences",
  physician_spans: "physicianDays",
  physician_histories: "physicianHistories",
};

/** Compares what is stored of some places with their totals, which are those of no others. */
export async function compareTotals(
  comparison: Comparison,
  totals: TotalsChange,
  places: readonly Place[],
): Promise<void> {
  await compare(comparison, TOTALS, totals.totalRows(), places);
  await compare(comparison, ABSENCES, totals.absenceRows(), places);
}

/** Compares the days and histories of physicians, who are all those in some facilities. */
export async function comparePhysicians(
  comparison: Comparison,
  physicians: readonly PhysicianChange[],
  facilities: readonly Place[],
): Promise<void> {
  const days = physicians.flatMap((one) => [...spansOf(one, one.come.stays)]);
  await compare(comparison, SPANS, inOrder(SPANS, days), facilities);
  const histories = physicians.map(({ facility_id, npi, come }) => [
    facility_id,
    npi,
    comparable(packHistory(come.stays, come.events)),
  ]);
  const sorted = inOrder(HISTORIES, histories);
  await compare(comparison, HISTORIES, sorted, facilities);
}

function inOrder({ key }: FigureTable, rows: FigureRow[]): FigureRow[] {
  return rows.sort((one, other) => compareKeys(one, other, key.length));
}

/** Adds the rows of places that there are not any more. */
export async function addForgotten({
  db,
  known,
  found,
}: Comparison): Promise<void> {
  for (const figures of [TOTALS, ABSENCES, SPANS, HISTORIES]) {
    for (const row of await countStoredRows(db, figures)) {
      const place = figures.placeOf(row);
      if (known.nameOf(place) !== null) continue;
      found.add(place, CHECKED_AS[figures.table], Number(row.at(-1)));
    }
  }
}

async function compare(
  { db, found }: Comparison,
  figures: FigureTable,
  expected: Iterable<FigureRow>,
  places: readonly Place[],
): Promise<void> {
  const stored = storedRows(db, figures, places);
  const keyLength = figures.key.length;
  for await (const row of differingRows(expected, stored, keyLength)) {
    found.add(figures.placeOf(row), CHECKED_AS[figures.table]);
  }
}
