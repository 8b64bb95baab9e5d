import { epochDayOf, newYorkDay } from "~/domain/calendar";
import type { NoteTable } from "~server/store/schema";
import { demoAccounts, facilityOfMost } from "./accounts";
import { calibrate } from "./calibrate";
import { makeNotes } from "./notes";
import {
  makeOrganisation,
  type DemoFacility,
  type DemoOrganisation,
} from "./organisation";
import { seededRandom } from "./random";
import { addFacts } from "./resident-facts";
import {
  type Making,
  type Resident,
  makeLongStays,
  makeShortStays,
} from "./residents";
import {
  assumeOutcome,
  longStoryOf,
  notesOfStory,
  tellAsSent,
  makeCasesOfToday,
  notesOfCases,
} from "./stories";

export interface DemoData extends DemoOrganisation {
  residents: Resident[];
  notes: NoteTable[];
}

const YEARS_OF_STAYS = 3;
const OPENED_DAYS_AGO = 40;
const MOVED_SHARE = 0.02;

/** Some patients go on to a second facility of the region, so that they are counted once above it. */
function moveSome(
  { random, today, numbers }: Making,
  residents: readonly Resident[],
  sibling: DemoFacility,
): void {
  for (const resident of residents) {
    const [stay] = resident.stays;
    const left = stay?.discharged_on ?? null;
    if (
      left === null ||
      resident.stays.length !== 1 ||
      resident.transfers.length > 0 ||
      left + 60 > today ||
      !random.chance(MOVED_SHARE)
    ) {
      continue;
    }
    const from = left + random.int(0, 5);
    resident.stays.push({
      id: (numbers.stay += 1),
      patient_id: resident.id,
      facility_id: sibling.id,
      npi: sibling.npis[0] ?? null,
      admitted_on: from,
      discharged_on: from + random.int(8, 40),
      admitted_from: "other",
      isnp: stay?.isnp ?? 0,
    });
  }
}

/**
 * The demo organisation (R231), the same for the same day: invented places and people with three years of
 * stays to that day, season, outbreaks and differences between facilities. Its notes are those of the 72 hours before
 * `now`, and older ones of one resident.
 */
export function generateDemo(
  now: Date,
  onFacility: (done: number, total: number) => void = () => undefined,
): DemoData {
  const today = epochDayOf(newYorkDay(now));
  const organisation = makeOrganisation();
  const numbers = { patient: 100_000, stay: 0, transfer: 0 };
  const residents: Resident[] = [];
  organisation.facilities.forEach((facility, index) => {
    if (facility.kind !== "not-open-yet") {
      const random = seededRandom(`residents ${facility.id}`);
      const making = { facility, random, today, numbers };
      residents.push(...residentsOf(making, organisation));
    }
    onFacility(index + 1, organisation.facilities.length);
  });
  addFacts(residents, organisation, now);
  const npisWithAccount = demoAccounts(organisation)
    .filter(({ accessLevel }) => accessLevel === "physician")
    .flatMap(({ accessLevelIds }) => accessLevelIds);
  const notes = makeNotes(residents, now, npisWithAccount);
  const demo = { ...organisation, residents, notes };
  const facility = facilityOfMost(organisation);
  if (facility) {
    tellMore(demo, { facility, numbers, today, now });
  }
  return demo;
}

function residentsOf(
  making: Making,
  { facilities }: DemoOrganisation,
): Resident[] {
  const { facility, today } = making;
  const isNew = facility.kind === "opened-recently";
  const from =
    today - (isNew ? OPENED_DAYS_AGO : Math.floor(YEARS_OF_STAYS * 365.25));
  const residents = [
    ...makeLongStays(making, from),
    ...makeShortStays(making, from),
  ];
  const sibling = facilities.find(
    ({ id, regionId, kind }) =>
      regionId === facility.regionId &&
      id !== facility.id &&
      kind === "ordinary",
  );
  if (sibling) {
    moveSome(making, residents, sibling);
  }
  if (facility.kind === "ordinary") {
    calibrate(making, residents);
  }
  return residents;
}

/** Adds to the facility of which the demo tells the most. It is done at the end, so that all else stays as it is without it. */
function tellMore(
  demo: DemoData,
  of: Omit<Making, "random"> & { now: Date },
): void {
  const { today, now } = of;
  const making = { ...of, random: seededRandom("cases of today") };
  const cases = makeCasesOfToday(making);
  addFacts(cases, demo, now);
  demo.residents.push(...cases);
  demo.notes.push(...notesOfCases(cases, making, now, demo.notes.length));
  const story = longStoryOf(demo, today);
  if (story) {
    assumeOutcome(story);
    tellAsSent(story, of.numbers);
    demo.notes.push(...notesOfStory(story, today, demo.notes.length));
  }
}
