import type { Selectable } from "kysely";
import type { StayTable } from "~server/store/schema";
import { endOf, oldestFirst } from "./long-stay";

export type StayRow = Selectable<StayTable>;

/** Stays that are one: it has the number of the first of them. */
export interface JoinedStay {
  stay: StayRow;
  rows: StayRow[];
}

/**
 * The stays of one patient that several registrations tell of (R244): those in one facility that have a day in common or begin on the same
 * one, as long as more than one registration is among them. The stay begins with the first of them and ends with the last; what the first does not know, another may.
 */
export function joinedStays(rows: readonly StayRow[]): JoinedStay[] {
  const groups: StayRow[][] = [];
  let end = -Infinity;
  for (const row of [...rows].sort(byFacility)) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isTogether =
      first?.facility_id === row.facility_id &&
      (row.admitted_on < end ||
        (row.admitted_on === first.admitted_on &&
          registrationOf(row) !== registrationOf(first)));
    if (group && isTogether) {
      group.push(row);
      end = Math.max(end, endOf(row));
    } else {
      groups.push([row]);
      end = endOf(row);
    }
  }
  return groups.filter(isOfSeveral).flatMap((group) => {
    const [first] = group;
    return first ? [{ stay: together(first, group), rows: group }] : [];
  });
}

function byFacility(one: StayRow, other: StayRow): number {
  return (
    one.facility_id - other.facility_id ||
    one.admitted_on - other.admitted_on ||
    Number(one.recorded_patient_id !== null) -
      Number(other.recorded_patient_id !== null) ||
    oldestFirst(one, other)
  );
}

function registrationOf(row: StayRow): number {
  return row.recorded_patient_id ?? row.patient_id;
}

function isOfSeveral(rows: readonly StayRow[]): boolean {
  return new Set(rows.map(registrationOf)).size > 1;
}

function together(first: StayRow, rows: readonly StayRow[]): StayRow {
  const last = rows.reduce((latest, row) =>
    endOf(row) > endOf(latest) ? row : latest,
  );
  return {
    ...first,
    discharged_on: last.discharged_on,
    npi: rows.map(({ npi }) => npi).find((npi) => npi !== null) ?? null,
    isnp: rows.some(({ isnp }) => isnp === 1) ? 1 : 0,
    unit: rows.map(({ unit }) => unit).find((unit) => unit !== null) ?? null,
  };
}
