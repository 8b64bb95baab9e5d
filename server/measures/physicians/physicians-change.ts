import { NO_PHYSICIAN_ID } from "~/domain/places/hierarchy";
import type { PatientHistory } from "../totals/patient-histories";
import type { Sign } from "../totals/tally-patient";
import {
  compareNumbers,
  numbersOfEvent,
  numbersOfStay,
  type EventNumbers,
  type PackedHistory,
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

/** What is removed from, and added to, a physician's history in a facility. */
export type PhysicianChange = PhysicianAt & {
  gone: HistoryParts;
  come: HistoryParts;
};

export class PhysiciansChange {
  private readonly changes = new Map<string, PhysicianChange>();

  /** Adds a patient; `sign` −1 removes them. */
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

/** The history after a change; null stands for a missing one. */
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
