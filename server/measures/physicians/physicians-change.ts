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

/** What a physician's history in a facility is made of. */
export interface HistoryParts {
  stays: StayNumbers[];
  events: EventNumbers[];
}

/** What goes from a physician's history in a facility, and what comes. */
export type PhysicianChange = PhysicianAt & {
  gone: HistoryParts;
  come: HistoryParts;
};

export class PhysiciansChange {
  private readonly changes = new Map<string, PhysicianChange>();

  /** Puts in what a patient did; with `sign` −1 takes it out. */
  add({ band, stays, events }: PatientHistory, sign: Sign = 1): void {
    const side = sign === 1 ? "come" : "gone";
    for (const stay of stays) {
      this.changeOf(stay)[side].stays.push(numbersOfStay(stay, band));
    }
    for (const event of events) {
      this.changeOf(event)[side].events.push(numbersOfEvent(event));
    }
  }

  /** In the order of facilities and NPIs. */
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

/** A history after a change; null stands for one that is not there. */
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

/** The numbers that are left when each of `gone` is taken out once. `all` are in order; who is not among them is passed over. */
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
