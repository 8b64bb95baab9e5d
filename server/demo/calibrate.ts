import type { EpochDay } from "~/domain/calendar";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
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

interface Measure {
  is: typeof isHospitalization;
  flag: "rth" | "ed";
  from: EpochDay;
  to: EpochDay;
  rate: number;
}

type Judged = ReturnType<typeof judge>;

const judge = (resident: Resident) => ({ resident, ...derivedOf(resident) });

function withdraw(resident: Resident, transferId: number): void {
  resident.transfers = resident.transfers.filter(({ id }) => id !== transferId);
}

function addEvent(
  making: Making,
  resident: Resident,
  day: EpochDay,
  flag: Measure["flag"],
): void {
  const outcome = flag === "ed" ? "ed_only" : hospitalOutcome(making.random);
  addTransfer(making, resident, day, outcome);
}

/** Adds or removes returns of patients with one short stay until the rate fits. */
function calibrateReturns(
  making: Making,
  residents: readonly Judged[],
  { is, flag, from, to, rate }: Measure,
): void {
  const { random } = making;
  const admissions = residents.flatMap(({ stays, ...judged }) =>
    stays
      .filter(
        ({ admitted_from, admitted_on: day }) =>
          admitted_from === "hospital" && day >= from && day <= to,
      )
      .map((stay) => ({ ...judged, stay, isSingle: stays.length === 1 })),
  );
  const wanted = Math.round((rate / 100) * admissions.length);
  let excess = admissions.filter(({ stay }) => stay[flag]).length - wanted;
  const single = admissions.filter(
    ({ isSingle, transfers }) =>
      isSingle && transfers.every(({ long_stay }) => !long_stay),
  );
  for (const { resident, stay } of random.shuffled(single)) {
    const [event, ...others] = resident.transfers.filter(is);
    const end = Math.min(
      stay.discharged_on ?? to,
      stay.admitted_on + RETURN_WINDOW_DAYS,
      to,
    );
    if (excess > 0 && stay[flag] && event && others.length === 0) {
      withdraw(resident, event.id);
      excess -= 1;
    } else if (excess < 0 && !stay[flag] && end - stay.admitted_on >= 2) {
      const day = random.int(stay.admitted_on + 1, end - 1);
      addEvent(making, resident, day, flag);
      excess += 1;
    }
  }
}

/** An event on this day changes no rate after an admission from hospital. */
function isApart({ stays }: Judged, day: EpochDay): boolean {
  return stays.every(
    ({ admitted_from, admitted_on }) =>
      admitted_from !== "hospital" ||
      day < admitted_on ||
      day > admitted_on + RETURN_WINDOW_DAYS,
  );
}

/** Adds or removes events of long-stay residents who keep their bed until the rate fits. */
function calibrateLongStay(
  making: Making,
  residents: readonly Judged[],
  { is, flag, from, to, rate }: Measure,
): void {
  const { random } = making;
  const spans = residents.flatMap((judged) =>
    judged.stays.flatMap(({ long_stay_from, admitted_on, discharged_on }) => {
      const first = Math.max(long_stay_from, admitted_on, from);
      const last = Math.min(discharged_on ?? to + 1, to + 1) - 1;
      return last >= first ? [{ judged, first, last }] : [];
    }),
  );
  const days = spans.reduce(
    (sum, { first, last }) => sum + last - first + 1,
    0,
  );
  const events = residents.flatMap((judged) =>
    judged.transfers
      .filter(
        ({ transferred_on: day, ...one }) =>
          one.long_stay && is(one) && day >= from && day <= to,
      )
      .map(({ id, transferred_on: day }) => ({ judged, id, day })),
  );
  let excess = events.length - Math.round((rate / 1000) * days);
  for (const { judged, id, day } of random.shuffled(events)) {
    const isLeaving = judged.stays.some((one) => one.discharged_on === day);
    if (excess > 0 && !isLeaving && isApart(judged, day)) {
      withdraw(judged.resident, id);
      excess -= 1;
    }
  }
  for (let tries = 0; excess < 0 && spans.length > 0 && tries < 5_000;) {
    tries += 1;
    const { judged, first, last } = random.pick(spans);
    const day = random.int(first, last);
    if (!isApart(judged, day)) continue;
    addEvent(making, judged.resident, day, flag);
    excess += 1;
  }
}

/** Fits a facility's four rates by a year's transfers, except those that end a stay, so days and admissions stay. */
export function calibrate(
  making: Making,
  residents: readonly Resident[],
): void {
  const days = { from: making.today - 365, to: making.today - 1 };
  const hospital = { ...days, is: isHospitalization, flag: "rth" as const };
  const ed = { ...days, is: isEdVisit, flag: "ed" as const };
  for (const [measure, kind, meet] of [
    ["rth", hospital, calibrateReturns],
    ["ed", ed, calibrateReturns],
    ["h", hospital, calibrateLongStay],
    ["ed1000", ed, calibrateLongStay],
  ] as const) {
    const rate = rateOf(making, measure);
    meet(making, residents.map(judge), { ...kind, rate });
  }
}
