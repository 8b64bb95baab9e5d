import { minuteIn, type EpochDay } from "~/domain/calendar";
import { SATURDAY, weekdayOf } from "~/features/transfers/rules";
import { HOSPITALS, LONG_STAY_UNITS, UNITS } from "./names.data";
import type { DemoOrganisation } from "./organisation";
import { seededRandom, type Random } from "./random";
import { LEAVING } from "./rates.data";
import { isInHouse, type DemoTransfer, type Resident } from "./residents";
import { COMPLAINTS } from "./stories.data";

const WEIGHED_COMPLAINTS = COMPLAINTS.map((one) => [one.share, one] as const);
const HOURS = LEAVING.map((count, hour) => [count, hour] as const);
/** Residents leave later in the day at weekends. */
const WEEKEND_HOURS = HOURS.map(
  ([count, hour]) => [hour >= 16 ? 2 * count : count, hour] as const,
);

/** Some facts are missing. */
function known<Value>(random: Random, value: Value): Value | null {
  return random.chance(0.08) ? null : value;
}

/** These facts change no figure and have their own seed, so the rest stays. Nobody leaves after `now`. */
export function addFacts(
  residents: readonly Resident[],
  { today, facilities, regions }: DemoOrganisation,
  now: Date,
): void {
  const random = seededRandom("what else is known");
  const minutesOfToday = minuteIn(null, now.getTime()) + 1;
  const hospitalsOf = new Map(
    facilities.map(({ id, region_id }) => {
      const region = regions.findIndex((one) => one.id === region_id);
      return [id, HOSPITALS[region]!];
    }),
  );
  for (const resident of residents) {
    const { stays, transfers } = resident;
    for (const stay of stays) {
      const days = (stay.discharged_on ?? today) - stay.admitted_on;
      const units = days > 100 ? LONG_STAY_UNITS : UNITS;
      stay.unit = known(random, random.pick(units));
    }
    for (const transfer of transfers) {
      const hospitals = hospitalsOf.get(transfer.facility_id)!;
      tellTransfer(random, transfer, hospitals, stays, today);
      if (transfer.transferred_on === today && transfer.minute_of_day) {
        transfer.minute_of_day %= minutesOfToday;
      }
    }
    resident.transfers = transfers.filter((one) => !isAway(one, transfers));
  }
}

/** Nobody leaves the facility while at hospital. */
function isAway(
  { transferred_on: day }: DemoTransfer,
  transfers: readonly DemoTransfer[],
): boolean {
  return transfers.some(
    ({ transferred_on: left, returned_on: back }) =>
      left < day && (back === null ? day - left < LONGEST_AWAY : day < back),
  );
}

/** A resident who is away longer than so many days returns by an admission. */
const LONGEST_AWAY = 9;

function tellTransfer(
  random: Random,
  transfer: DemoTransfer,
  hospitals: readonly string[],
  stays: Resident["stays"],
  today: EpochDay,
): void {
  const { transferred_on: day, planned, facility_id } = transfer;
  const there = stays.filter((stay) => stay.facility_id === facility_id);
  const stay = there.find((one) => isInHouse(one, day, today));
  const { reason, found } = random.weighted(WEIGHED_COMPLAINTS);
  const hospital = random.chance(0.3) ? random.pick(hospitals) : hospitals[0]!;
  const diagnosis = planned ? null : random.pick(found).diagnosis;
  const minute = random.int(0, 59);
  const isWeekend = weekdayOf(day) >= SATURDAY;
  const hour = planned
    ? random.int(6, 10)
    : random.weighted(isWeekend ? WEEKEND_HOURS : HOURS);
  transfer.minute_of_day = known(random, 60 * hour + minute);
  transfer.hospital = known(random, hospital);
  transfer.unit = stay?.unit ?? null;
  transfer.reason = known(random, planned ? "Planned procedure" : reason);
  transfer.diagnosis = known(random, diagnosis);
  transfer.returned_on ??= backOn(random, transfer, stay, there, today);
}

/** Residents with a kept bed return the same day or after some nights. */
function backOn(
  random: Random,
  { transferred_on: day, outcome }: DemoTransfer,
  stay: Resident["stays"][number] | undefined,
  there: Resident["stays"],
  today: EpochDay,
): EpochDay | null {
  const nights = outcome === "ed_only" ? 0 : random.int(2, 7);
  if (!stay) return null;
  if (stay.discharged_on === day) {
    const returns = there
      .filter(({ admitted_from }) => admitted_from === "hospital")
      .map(({ admitted_on }) => admitted_on)
      .filter((admitted) => admitted > day);
    const next = Math.min(...returns);
    return next - day <= 14 ? next : null;
  }
  const back = day + nights;
  return back > Math.min(today, stay.discharged_on ?? today) ? null : back;
}
