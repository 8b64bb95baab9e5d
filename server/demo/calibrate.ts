import type { EpochDay } from "~/domain/calendar";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import {
  isEdVisit,
  isHospitalization,
} from "~/domain/residents/transfer-kinds";
import { derivePatient } from "~server/measures/derive-patient";
import { ED_PER_1000, ED_PERCENT, H_PER_1000, RTH_PERCENT } from "./rates.data";
import {
  addTransfer,
  hospitalOutcome,
  type DemoTransfer,
  type Making,
  type Resident,
} from "./residents";

type Kind = "hospital" | "ed";

/** The last twelve months, to yesterday. */
interface Window {
  from: EpochDay;
  to: EpochDay;
}

type Judged = ReturnType<typeof judge>;

const IS: Record<Kind, (transfer: DemoTransfer) => boolean> = {
  hospital: isHospitalization,
  ed: isEdVisit,
};

function judge(resident: Resident) {
  const derived = derivePatient(resident.stays, resident.transfers);
  return {
    resident,
    stays: resident.stays.map((stay, at) => ({
      ...stay,
      long_stay_from: derived.stays[at]?.long_stay_from ?? stay.admitted_on,
      rth: derived.stays[at]?.rth ?? 0,
      ed: derived.stays[at]?.ed ?? 0,
    })),
    transfers: resident.transfers.map((transfer, at) => ({
      ...transfer,
      long_stay: derived.transfers[at]?.long_stay ?? 0,
    })),
  };
}

const holds = ({ from, to }: Window, day: EpochDay) => day >= from && day <= to;

function longStayDays(judged: Judged, window: Window) {
  return judged.stays.flatMap((stay) => {
    const from = Math.max(stay.long_stay_from, stay.admitted_on, window.from);
    const to = Math.min(stay.discharged_on ?? window.to + 1, window.to + 1) - 1;
    return to >= from ? [{ from, to }] : [];
  });
}

/** A day on which an event changes no rate after an admission from hospital. */
function isApart({ stays }: Judged, day: EpochDay): boolean {
  return stays.every(
    ({ admitted_from, admitted_on }) =>
      admitted_from !== "hospital" ||
      day < admitted_on ||
      day > admitted_on + RETURN_WINDOW_DAYS,
  );
}

function withdraw(resident: Resident, transferId: number): void {
  resident.transfers = resident.transfers.filter(({ id }) => id !== transferId);
}

function addEvent(
  making: Making,
  resident: Resident,
  day: EpochDay,
  kind: Kind,
): void {
  const outcome =
    kind === "hospital" ? hospitalOutcome(making.random) : "ed_only";
  addTransfer(making, resident, day, outcome);
}

/** Adds or takes away returns after an admission, of patients with one short stay, until the rate is met. */
function calibrateReturns(
  making: Making,
  residents: readonly Judged[],
  window: Window,
  kind: Kind,
  percent: number,
): void {
  const { random } = making;
  const flag = kind === "hospital" ? "rth" : "ed";
  const admissions = residents.flatMap((judged) =>
    judged.stays
      .filter(
        (stay) =>
          stay.admitted_from === "hospital" && holds(window, stay.admitted_on),
      )
      .map((stay) => ({ judged, stay })),
  );
  const wanted = Math.round((percent / 100) * admissions.length);
  let excess = admissions.filter(({ stay }) => stay[flag]).length - wanted;
  const single = random.shuffled(
    admissions.filter(
      ({ judged: { stays, transfers } }) =>
        stays.length === 1 && transfers.every(({ long_stay }) => !long_stay),
    ),
  );
  for (const { judged, stay } of single) {
    const { resident } = judged;
    const events = resident.transfers.filter(IS[kind]);
    const end = Math.min(
      stay.discharged_on ?? window.to,
      stay.admitted_on + RETURN_WINDOW_DAYS,
      window.to,
    );
    if (excess > 0 && stay[flag] && events.length === 1 && events[0]) {
      withdraw(resident, events[0].id);
      excess -= 1;
    } else if (excess < 0 && !stay[flag] && end - stay.admitted_on >= 2) {
      const day = random.int(stay.admitted_on + 1, end - 1);
      addEvent(making, resident, day, kind);
      excess += 1;
    }
  }
}

/** Adds or takes away events of long-stay residents who keep their bed, until the rate is met. */
function calibrateLongStay(
  making: Making,
  residents: readonly Judged[],
  window: Window,
  kind: Kind,
  per1000: number,
): void {
  const { random } = making;
  const spans = residents.flatMap((judged) =>
    longStayDays(judged, window).map((span) => ({ judged, span })),
  );
  const days = spans.reduce(
    (sum, { span }) => sum + span.to - span.from + 1,
    0,
  );
  const events = residents.flatMap((judged) =>
    judged.transfers
      .filter(
        (transfer) =>
          transfer.long_stay &&
          IS[kind](transfer) &&
          holds(window, transfer.transferred_on),
      )
      .map((transfer) => ({ judged, transfer })),
  );
  let excess = events.length - Math.round((per1000 / 1000) * days);
  for (const { judged, transfer } of random.shuffled(events)) {
    const day = transfer.transferred_on;
    const isLeaving = judged.stays.some(
      ({ discharged_on }) => discharged_on === day,
    );
    if (excess > 0 && !isLeaving && isApart(judged, day)) {
      withdraw(judged.resident, transfer.id);
      excess -= 1;
    }
  }
  for (let tries = 0; excess < 0 && spans.length > 0 && tries < 5_000;) {
    tries += 1;
    const { judged, span } = random.pick(spans);
    const day = random.int(span.from, span.to);
    if (isApart(judged, day)) {
      addEvent(making, judged.resident, day, kind);
      excess += 1;
    }
  }
}

/**
 * Adds and takes away transfers of the last twelve months until a facility's four rates are those of its bands.
 * Only transfers that end no stay are touched, so that days of care and admissions stay what they are.
 */
export function calibrate(
  making: Making,
  residents: readonly Resident[],
): void {
  const { facility, today } = making;
  const window = { from: today - 365, to: today - 1 };
  const { bands } = facility;
  const measures = [
    ["hospital", RTH_PERCENT, bands.rth, calibrateReturns],
    ["ed", ED_PERCENT, bands.ed, calibrateReturns],
    ["hospital", H_PER_1000, bands.h, calibrateLongStay],
    ["ed", ED_PER_1000, bands.ed1000, calibrateLongStay],
  ] as const;
  for (const [kind, rates, band, meet] of measures) {
    meet(making, residents.map(judge), window, kind, rates[band] ?? 0);
  }
}
