import type { EpochDay } from "~/domain/calendar";
import {
  isEdVisit,
  isHospitalization,
} from "~/domain/residents/transfer-kinds";
import {
  addTransfer,
  derivedOf,
  hospitalOutcome,
  rateOf,
  type Making,
  type Resident,
} from "./residents";

const YEAR_DAYS = 365;
const MOST_TRIES = 20_000;

const MEASURES = [
  ["rth", isHospitalization, "admissions", 100],
  ["ed", isEdVisit, "admissions", 100],
  ["h", isHospitalization, "days", 1_000],
  ["ed1000", isEdVisit, "days", 1_000],
] as const;

/** What counts of a resident in the rates of the last year. */
function countsOf(resident: Resident, today: EpochDay) {
  const { stays, transfers } = derivedOf(resident);
  const isOfYear = (day: EpochDay) => day >= today - YEAR_DAYS && day < today;
  const admissions = stays.filter(
    (one) => one.admitted_from === "hospital" && isOfYear(one.admitted_on),
  );
  const events = transfers.filter(
    (one) => one.long_stay && isOfYear(one.transferred_on),
  );
  const days = stays.map(({ long_stay_from, admitted_on, discharged_on }) => {
    const first = Math.max(long_stay_from, admitted_on, today - YEAR_DAYS);
    return Math.max(0, Math.min(discharged_on ?? today, today) - first);
  });
  return {
    rth: admissions.filter(({ rth }) => rth).length,
    ed: admissions.filter(({ ed }) => ed).length,
    h: events.filter(isHospitalization).length,
    ed1000: events.filter(isEdVisit).length,
    admissions: admissions.length,
    days: days.reduce((sum, count) => sum + count, 0),
  };
}

/** Keeps a transfer after which a resident came back to another stay. */
function removeEvent(
  { random }: Making,
  { stays, transfers }: Resident,
  is: typeof isHospitalization,
): void {
  const removable = transfers.filter(
    (one) =>
      is(one) &&
      (stays.length === 1 ||
        stays.every((stay) => stay.discharged_on !== one.transferred_on)),
  );
  if (removable.length === 0) return;
  transfers.splice(transfers.indexOf(random.pick(removable)), 1);
}

function addEvent(
  making: Making,
  resident: Resident,
  is: typeof isHospitalization,
): void {
  const { random, today } = making;
  const { admitted_on, discharged_on } = random.pick(resident.stays);
  const first = Math.max(admitted_on + 1, today - YEAR_DAYS);
  const last = Math.min(discharged_on ?? today, today) - 1;
  if (last < first) return;
  const outcome = is === isEdVisit ? "ed_only" : hospitalOutcome(random);
  addTransfer(making, resident, random.int(first, last), outcome);
}

/** Adds or removes transfers that move one of a facility's rates alone, until all four fit. */
export function calibrate(
  making: Making,
  residents: readonly Resident[],
): void {
  const { random, today } = making;
  const counts = residents.map((one) => countsOf(one, today));
  const sum = (key: keyof (typeof counts)[number]) =>
    counts.reduce((total, one) => total + one[key], 0);
  for (const [measure, is, denominator, per] of MEASURES) {
    const wanted = (rateOf(making, measure) / per) * sum(denominator);
    let excess = sum(measure) - Math.round(wanted);
    for (let tries = 0; excess !== 0 && tries < MOST_TRIES; tries += 1) {
      const step = -Math.sign(excess);
      const resident = random.pick(residents);
      const before = { ...countsOf(resident, today) };
      const transfers = [...resident.transfers];
      if (step > 0) addEvent(making, resident, is);
      else removeEvent(making, resident, is);
      const after = countsOf(resident, today);
      before[measure] += step;
      if (JSON.stringify(after) === JSON.stringify(before)) excess += step;
      else resident.transfers = transfers;
    }
  }
}
