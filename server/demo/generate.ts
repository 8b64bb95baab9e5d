import { epochDayOf, newYorkDay, type EpochDay } from "~/domain/calendar";
import type { TransferOutcome } from "~/domain/residents/transfer-kinds";
import {
  REVIEW_DAYS,
  REVIEW_WINDOW_DAYS,
} from "~/features/reviews/rules/review-rules";
import { demoAccounts, facilityOfMost } from "./accounts";
import { calibrate } from "./calibrate";
import { makeNotes, makeRiskNote, notesOfStory } from "./notes";
import { makeOrganisation, type DemoFacility } from "./organisation";
import { seededRandom } from "./random";
import { addFacts } from "./resident-facts";
import {
  addStay,
  addTransfer,
  derivedOf,
  makeLongStays,
  makeShortStays,
  newResident,
  type DemoStay,
  type Making,
  type Resident,
} from "./residents";

export type DemoData = ReturnType<typeof generateDemo>;

const DAYS_OF_STAYS = Math.floor(3 * 365.25);
const OPENED_DAYS_AGO = 40;
const MOVED_SHARE = 0.02;

/**
 * Equal days give equal data (R231): three invented years with seasons, outbreaks and differences between facilities.
 * Notes are of the last 72 hours, older ones of one resident.
 */
export function generateDemo(now: Date) {
  const today = epochDayOf(newYorkDay(now));
  const organisation = makeOrganisation(today);
  const { facilities } = organisation;
  const numbers = { patient: 100_000, stay: 0, transfer: 0 };
  const residents = facilities.flatMap((facility) => {
    const random = seededRandom(`residents ${facility.id}`);
    const making = { facility, random, today, numbers };
    return residentsOf(making, facility, facilities);
  });
  addFacts(residents, organisation, now);
  const npisWithAccount = demoAccounts(organisation)
    .filter(({ accessLevel }) => accessLevel === "physician")
    .flatMap(({ accessLevelIds }) => accessLevelIds);
  const notes = makeNotes(residents, today, now, npisWithAccount);

  // Made last, so it does not change the rest.
  const facility = facilityOfMost(organisation);
  const random = seededRandom("cases of today");
  const cases = makeCasesOfToday({ facility, random, today, numbers });
  addFacts(cases, organisation, now);
  residents.push(...cases);
  notes.push(makeRiskNote(random, cases.at(-1)!, notes.length, now));
  const story = longStoryOf(residents, facility.id, today);
  tellAsSent(story, numbers);
  notes.push(...notesOfStory(story, today, notes.length));
  const derived = residents.map(derivedOf);
  const stays = derived.flatMap((one) => one.stays);
  const transfers = derived.flatMap((one) => one.transfers);
  return {
    ...{ ...organisation, residents, stays, transfers, notes },
    ...{ trips: tripsOf(stays, transfers), storyOf: story.id },
  };
}

export type Trip = ReturnType<typeof tripsOf>[number];

/** A row per transfer with the columns of reviews and notices. */
function tripsOf(
  stays: ReturnType<typeof derivedOf>["stays"],
  transfers: ReturnType<typeof derivedOf>["transfers"],
) {
  const stayOf = new Map(stays.map((stay) => [stay.id, stay]));
  return transfers.flatMap((one) => {
    if (one.trip_planned === null) return [];
    const { id, patient_id, facility_id, transferred_on } = one;
    const { npi = null, isnp = 0 } = stayOf.get(one.stay_id ?? 0) ?? {};
    const key = { patient_id, facility_id, transferred_on, npi, isnp };
    return [{ ...one, key: { transfer_id: id, ...key } }];
  });
}

function residentsOf(
  making: Making,
  { id, kind, region_id }: DemoFacility,
  facilities: readonly DemoFacility[],
): Resident[] {
  if (kind === "not-open-yet") return [];
  const { today } = making;
  const from =
    today - (kind === "opened-recently" ? OPENED_DAYS_AGO : DAYS_OF_STAYS);
  const residents = [
    ...makeLongStays(making, from),
    ...makeShortStays(making, from),
  ];
  const sibling = facilities.find(
    (one) =>
      one.region_id === region_id && one.id !== id && one.kind === "ordinary",
  );
  if (sibling) moveSome(making, residents, sibling);
  if (kind === "ordinary") calibrate(making, residents);
  return residents;
}

/** Some patients move within the region; places above count them once. */
function moveSome(
  { random, today, numbers }: Making,
  residents: readonly Resident[],
  { id: facility_id, npis }: DemoFacility,
): void {
  for (const { stays, transfers } of residents) {
    const [stay, second] = stays;
    const left = stay?.discharged_on ?? Infinity;
    if (!stay || second || transfers.length > 0 || left + 60 > today) continue;
    if (!random.chance(MOVED_SHARE)) continue;
    const from = left + random.int(0, 5);
    stays.push({
      ...stay,
      ...{ id: (numbers.stay += 1), facility_id, npi: npis[0] ?? null },
      ...{ admitted_on: from, discharged_on: from + random.int(8, 40) },
      admitted_from: "other",
    });
  }
}

/**
 * Residents for the rules of Today (R331). Their trips move no rate: none came from hospital or is long-stay. The days
 * leave room for an older demo.
 */
const CASES: readonly (readonly [
  admittedDaysAgo: number,
  from: DemoStay["admitted_from"],
  frailty: number,
  ...trips: [daysAgo: number, outcome: TransferOutcome, backDaysAgo: number][],
])[] = [
  [1, "hospital", 7],
  [48, "community", 5, [22, "inpatient", 17], [4, "ed_only", 4]],
  [61, "other", 4, [3, "observation", 1]],
  [97, "other", 2, [12, "ed_only", 12]],
  [34, "community", 3],
];

/** Their stays continue after today. */
export function makeCasesOfToday(making: Making): Resident[] {
  const { today } = making;
  return CASES.map(([admittedDaysAgo, from, frailty_score, ...trips]) => {
    const resident = { ...newResident(making, false), frailty_score };
    addStay(making, resident, today - admittedDaysAgo, today + 30, from);
    for (const [daysAgo, outcome, backDaysAgo] of trips) {
      addTransfer(making, resident, today - daysAgo, outcome);
      resident.transfers.at(-1)!.returned_on = today - backDaysAgo;
    }
    return resident;
  });
}

/** A demo of this age still has its reviews in the lists. */
const SPARE_DAYS = 5;

/** The resident with the most to show. */
function longStoryOf(
  residents: readonly Resident[],
  facilityId: number,
  today: EpochDay,
): Resident {
  return residents
    .filter(({ stays }) => stays[0]?.facility_id === facilityId)
    .map((resident) => ({ resident, weight: weightOf(resident, today) }))
    .sort((a, b) => b.weight - a.weight)[0]!.resident;
}

/** An overdue review weighs most, then a second stay, each outcome, each transfer. */
function weightOf({ stays, transfers }: Resident, today: EpochDay): number {
  const unplanned = transfers.filter(({ planned }) => planned === 0);
  const age = today - Math.max(...unplanned.map((one) => one.transferred_on));
  const isListed = age > REVIEW_DAYS && age < REVIEW_WINDOW_DAYS - SPARE_DAYS;
  const kinds = new Set(
    transfers.map(({ outcome, planned }) => `${outcome} ${planned}`),
  );
  return (
    (isListed && unplanned.length > 1 ? 1_000 : 0) +
    Math.min(stays.length, 2) * 100 +
    kinds.size * 10 +
    transfers.length
  );
}

/**
 * Shows how transfers arrive: with an assumed outcome (R280), as a return on the day of an emergency visit (R75), and
 * as two rows of one hospitalization (R248).
 */
export function tellAsSent(
  { stays, transfers }: Resident,
  numbers: Making["numbers"],
): void {
  const newestFirst = [...transfers].sort(
    (a, b) => b.transferred_on - a.transferred_on,
  );
  const unplanned = newestFirst.filter(({ planned }) => planned === 0);
  const assumed = unplanned.slice(1).find((one) => {
    const isBackAtOnce = one.returned_on === one.transferred_on;
    return one.outcome === (isBackAtOnce ? "ed_only" : "inpatient");
  });
  if (assumed) Object.assign(assumed, { assumed: 1, diagnosis: null });
  for (const { transferred_on: day, outcome } of newestFirst) {
    const stay = stays.find(
      ({ admitted_on: from, discharged_on: to }) =>
        from < day && day < (to ?? Infinity),
    );
    if (!stay || outcome !== "ed_only") continue;
    const id = (numbers.stay += 1);
    stays.push({ ...stay, id, admitted_on: day, admitted_from: "hospital" });
    stay.discharged_on = day;
    break;
  }
  const admitted = unplanned.find(({ outcome }) => outcome === "inpatient");
  if (!admitted) return;
  transfers.push({
    ...admitted,
    ...{ id: (numbers.transfer += 1), outcome: "ed_only" },
    ...{ assumed: 0, diagnosis: null },
  });
}
