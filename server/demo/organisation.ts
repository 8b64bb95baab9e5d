import type { EpochDay } from "~/domain/calendar";
import { firstLast } from "~/domain/person-name";
import * as names from "./names.data";
import { seededRandom, type Random } from "./random";

const FIRST_FACILITY_ID = 101;
const FIRST_REGION_ID = 11;
const PHYSICIANS = 120;
/** Real NPIs begin with 1 or 2. */
const FIRST_NPI = 9_000_000_001;
/** These have empty panels and unknown values. */
const KINDS: Record<
  number,
  "short-stay-only" | "opened-recently" | "not-open-yet"
> = { 37: "not-open-yet", 38: "short-stay-only", 39: "opened-recently" };
/** Days since a facility joined, at the start of its data. */
const JOINED_DAYS_AGO: Record<number, number> = { 36: 240 };
/** Days since CMS made its files, and beds beyond long stays. */
export const CMS_DAYS_AGO = 45;
const OTHER_BEDS = 25;

export function personName({ pick }: Random) {
  const first_name =
    pick(names.FIRST_NAME_HEADS) + pick(names.FIRST_NAME_TAILS);
  const last_name = pick(names.LAST_NAME_HEADS) + pick(names.LAST_NAME_TAILS);
  return { first_name, last_name };
}

export function fullName(random: Random): string {
  const { first_name, last_name } = personName(random);
  return firstLast(first_name, last_name);
}

export type DemoFacility = ReturnType<typeof makeFacility>;

function makeFacility(index: number, region_id: number, today: EpochDay) {
  const random = seededRandom(`facility ${index}`);
  const id = FIRST_FACILITY_ID + index;
  const kind = KINDS[index] ?? "ordinary";
  const tens = Math.floor(index / 10);
  // Each measure's place among ten rates, best first.
  const bands = {
    rth: (index * 7) % 10,
    ed: (index * 3 + tens) % 10,
    h: (index * 7 + tens) % 10,
    ed1000: (index * 3 + 5 + 2 * tens) % 10,
  };
  const name = `${names.FACILITY_WORDS[index]} ${random.pick(names.FACILITY_KINDS)}`;
  const isRated = kind === "ordinary" || kind === "short-stay-only";
  const quality = 5 - Math.round((bands.rth + bands.h) / 4.5);
  const star = () =>
    isRated ? Math.min(5, Math.max(1, quality + random.int(-1, 1))) : null;
  const stars = {
    ...{ overall: star(), survey: star(), quality: star(), staffing: star() },
    stars_on: isRated ? today - CMS_DAYS_AGO : null,
  };
  const isWorst = stars.overall === 1 && stars.survey === 1;
  const admissionsPerYear = random.int(165, 235);
  const longStayBeds = kind === "ordinary" ? random.int(42, 68) : 0;
  const joined = JOINED_DAYS_AGO[index];
  return {
    ...{ id, region_id, kind, bands, admissionsPerYear, longStayBeds },
    isnpShare: index % 3 === 2 ? 0 : 0.15 + random.next() * 0.2,
    /** Null means no outbreak. */
    outbreakMonthsAgo: index % 6 === 2 ? random.int(3, 9) : null,
    npis: [] as number[],
    row: {
      ...{ id, name, region_id, ...stars },
      // Real CCNs begin with a state's number, none with 00.
      ccn: kind === "not-open-yet" ? null : `00${5001 + index * 37}`,
      beds: isRated ? longStayBeds + OTHER_BEDS : null,
      special_focus: isWorst ? ("candidate" as const) : null,
      abuse: isWorst && id % 2 === 1 ? (1 as const) : (0 as const),
      data_through: today,
      data_from: joined === undefined ? null : today - joined,
    },
  };
}

function makePhysician(index: number) {
  const random = seededRandom(`physician ${index}`);
  const name = personName(random);
  const unless = (missing: number, words: readonly string[]) =>
    random.chance(missing) ? null : random.pick(words);
  return {
    npi: FIRST_NPI + index * 7,
    ...([57, 98].includes(index)
      ? { first_name: null, last_name: null }
      : name),
    credentials: unless(0.05, names.CREDENTIALS),
    primary_specialty: unless(0.05, names.SPECIALTIES),
    alternate_specialty: unless(0.7, names.SPECIALTIES),
    organization_legal_name: unless(0.1, names.EMPLOYERS),
  };
}

export type DemoOrganisation = ReturnType<typeof makeOrganisation>;

/** The day changes CMS figures alone. */
export function makeOrganisation(today: EpochDay) {
  const divisions = names.DIVISION_NAMES.map((name, at) => ({
    ...{ id: at + 1, name: `${name} Division` },
  }));
  const regions = names.REGION_NAMES.map((name, at) => ({
    ...{ id: FIRST_REGION_ID + at, name: `${name} Region` },
    division_id: (at % divisions.length) + 1,
  }));
  const facilities = names.FACILITY_WORDS.map((_, at) =>
    makeFacility(at, FIRST_REGION_ID + (at % regions.length), today),
  );
  const physicians = Array.from({ length: PHYSICIANS }, (_, at) =>
    makePhysician(at),
  );
  physicians.forEach(({ npi }, index) => {
    const home = facilities[index % facilities.length]!;
    home.npis.push(npi);
    // One in five also works elsewhere in the region.
    if (index % 5 !== 4) return;
    const random = seededRandom(`rounds ${index}`);
    const others = facilities.filter(
      ({ id, region_id }) => region_id === home.region_id && id !== home.id,
    );
    random
      .shuffled(others)
      .slice(0, random.int(1, 3))
      .forEach((other) => other.npis.push(npi));
  });
  return { today, divisions, regions, facilities, physicians };
}
