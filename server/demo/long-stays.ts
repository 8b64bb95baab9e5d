import type { EpochDay } from "~/domain/calendar";
import { ED_PER_1000, H_PER_1000 } from "./rates.data";
import {
  addStay,
  addTransfer,
  hospitalOutcome,
  newPerson,
  outbreakFactor,
  seasonOf,
  type Making,
  type Person,
  type Resident,
} from "./residents";

const EVENT_SEASON = 0.18;
const SHORTEST_RESIDENCE = 160;
const MEAN_RESIDENCE = 520;
/** Some residents keep their bed while they are in hospital, others leave and come back. */
const KEEPS_BED = 0.6;

function eventOn(making: Making, day: EpochDay, per1000: number): boolean {
  const { random, facility, today } = making;
  return random.chance(
    (per1000 / 1000) *
      seasonOf(day, EVENT_SEASON) *
      outbreakFactor(facility, day, today),
  );
}

/** One person's years in a bed, hospital stays in between. */
function reside(
  making: Making,
  person: Person,
  from: EpochDay,
  to: EpochDay,
): void {
  const { random, facility, today } = making;
  const h = H_PER_1000[facility.bands.h] ?? 0;
  const ed = ED_PER_1000[facility.bands.ed1000] ?? 0;
  let admitted = from;
  let origin: "hospital" | "community" = random.chance(0.45)
    ? "hospital"
    : "community";
  for (let day = from + 1; day < to && day <= today; day += 1) {
    if (eventOn(making, day, ed)) {
      addTransfer(making, person, day, "ed_only");
    }
    if (random.chance(0.0002)) {
      addTransfer(making, person, day, "inpatient", 1);
    }
    if (!eventOn(making, day, h)) {
      continue;
    }
    addTransfer(making, person, day, hospitalOutcome(random));
    const back = day + random.int(3, 9);
    if (!random.chance(KEEPS_BED) && back < to) {
      addStay(making, person, { from: admitted, to: day }, origin);
      admitted = back;
      origin = "hospital";
      day = back;
    }
  }
  if (admitted <= today) {
    addStay(making, person, { from: admitted, to }, origin);
  }
}

/** The people who live in a facility: one bed after the other, from `from` until today. */
export function makeLongStays(making: Making, from: EpochDay): Resident[] {
  const { facility, random, today } = making;
  const persons: Person[] = [];
  for (let bed = 0; bed < facility.longStayBeds; bed += 1) {
    let day = from + random.int(0, 45);
    while (day < today) {
      const person = newPerson(making, true);
      const days = SHORTEST_RESIDENCE + random.exponential(MEAN_RESIDENCE);
      const to = day + Math.round(days);
      reside(making, person, day, to);
      persons.push(person);
      day = to + random.int(2, 20);
    }
  }
  return persons;
}
