import {
  epochDayOf,
  minuteIn,
  newYorkDay,
  type EpochDay,
} from "~/domain/calendar";
import { SATURDAY, weekdayOf } from "~/features/transfers/rules";
import type { DemoFacility, DemoOrganisation } from "./organisation";
import { seededRandom, type Random } from "./random";
import {
  COMPLAINTS,
  HOSPITALS,
  HOURS,
  LONG_STAY_UNITS,
  UNITS,
} from "./resident-facts.data";
import type { DemoStay, DemoTransfer, Resident } from "./residents";

/** Of so many nobody has said when they left, and so on. */
const NOT_KNOWN = 0.08;
const LONG_STAY = 100;

/**
 * Says what else is known of stays and transfers. It has chances of its own, so that all else stays as it is without them.
 *
 * @param now nobody leaves after it, or is back after its day
 */
export function addFacts(
  residents: readonly Resident[],
  { facilities, regions }: DemoOrganisation,
  now: Date,
): void {
  const random = seededRandom("what else is known");
  const today = epochDayOf(newYorkDay(now));
  const minutesOfToday = minuteIn(null, now.getTime()) + 1;
  const hospitalsOf = new Map(
    facilities.map(({ id, regionId }: DemoFacility) => {
      const region = regions.findIndex((one) => one.id === regionId);
      return [id, HOSPITALS[region % HOSPITALS.length] ?? []];
    }),
  );
  for (const { stays, transfers } of residents) {
    for (const stay of stays) stay.unit = unitOf(random, stay, today);
    for (const transfer of transfers) {
      const hospitals = hospitalsOf.get(transfer.facility_id) ?? [];
      tellTransfer(random, transfer, { hospitals, stays, today });
      if (transfer.transferred_on === today && transfer.minute_of_day) {
        transfer.minute_of_day %= minutesOfToday;
      }
    }
  }
}

function known<Value>(random: Random, value: Value): Value | null {
  return random.chance(NOT_KNOWN) ? null : value;
}

function unitOf(random: Random, stay: DemoStay, today: EpochDay) {
  const days = (stay.discharged_on ?? today) - stay.admitted_on;
  return known(random, random.pick(days > LONG_STAY ? LONG_STAY_UNITS : UNITS));
}

function tellTransfer(
  random: Random,
  transfer: DemoTransfer,
  where: {
    hospitals: readonly string[];
    stays: readonly DemoStay[];
    today: EpochDay;
  },
): void {
  const { hospitals, stays, today } = where;
  const { transferred_on: day, outcome, planned, facility_id } = transfer;
  const stay = stays.find(
    (one) =>
      one.facility_id === facility_id &&
      one.admitted_on <= day &&
      (one.discharged_on ?? today) >= day,
  );
  const complaint = weighted(random, COMPLAINTS, ({ share }) => share);
  const farther = random.chance(0.3) ? random.pick(hospitals) : hospitals[0];
  const reason = planned ? "Planned procedure" : (complaint?.reason ?? null);
  const found = planned ? null : random.pick(complaint?.diagnoses ?? []);
  transfer.minute_of_day = known(random, minuteOn(random, day, planned === 1));
  transfer.hospital = known(random, farther ?? null);
  transfer.unit = stay?.unit ?? null;
  transfer.reason = known(random, reason);
  transfer.diagnosis = known(random, found);
  transfer.returned_on ??= backOn(random, { day, outcome, stay, stays, today });
}

/** Later in the day at weekends, when nobody who knows the resident is there; what is planned begins in the morning. */
function minuteOn(random: Random, day: EpochDay, isPlanned: boolean): number {
  const minute = random.int(0, 59);
  if (isPlanned) return 60 * random.int(6, 10) + minute;
  const isWeekend = weekdayOf(day) >= SATURDAY;
  const hours = HOURS.map((count, hour) => ({
    hour,
    count: isWeekend && hour >= 16 ? 2 * count : count,
  }));
  const at = weighted(random, hours, ({ count }) => count);
  return 60 * (at?.hour ?? 0) + minute;
}

/** With the stay that follows in the facility; who keeps the bed is back the same day, or after some nights. */
function backOn(
  random: Random,
  trip: {
    day: EpochDay;
    outcome: DemoTransfer["outcome"];
    stay: DemoStay | undefined;
    stays: readonly DemoStay[];
    today: EpochDay;
  },
): EpochDay | null {
  const { day, outcome, stay, stays, today } = trip;
  const nights = outcome === "ed_only" ? 0 : random.int(2, 7);
  if (!stay) return null;
  if (stay.discharged_on === day) {
    const next = stays
      .filter(
        (one) =>
          one.facility_id === stay.facility_id &&
          one.admitted_from === "hospital" &&
          one.admitted_on > day,
      )
      .sort((one, other) => one.admitted_on - other.admitted_on)[0];
    const isSoon = next && next.admitted_on - day <= 14;
    return isSoon ? next.admitted_on : null;
  }
  const back = day + nights;
  return back > Math.min(today, stay.discharged_on ?? today) ? null : back;
}

function weighted<Item>(
  random: Random,
  items: readonly Item[],
  weightOf: (item: Item) => number,
): Item | undefined {
  let left = random.next() * items.reduce((sum, one) => sum + weightOf(one), 0);
  return items.find((one) => (left -= weightOf(one)) < 0) ?? items.at(-1);
}
