import * as names from "./names.data";
import { seededRandom, type Random } from "./random";

export interface DemoDivision {
  id: number;
  name: string;
}

export interface DemoRegion extends DemoDivision {
  divisionId: number;
}

/** What kind of place a facility is; all but the ordinary ones show empty panels and 'Unknown' values. */
export type FacilityKind =
  | "ordinary"
  | "short-stay-only"
  | "opened-recently"
  | "not-open-yet";

export interface DemoFacility extends DemoDivision {
  regionId: number;
  ccn: string | null;
  stars: [number | null, number | null, number | null, number | null];
  kind: FacilityKind;
  /** Days ago that it joined the company, since when its data are complete; null: longer ago than these. */
  joinedDaysAgo: number | null;
  /** Which of ten rates, best first, each measure shall have in the last twelve months. */
  bands: { rth: number; ed: number; h: number; ed1000: number };
  admissionsPerYear: number;
  longStayBeds: number;
  /** Share of the residents in the ISNP. */
  isnpShare: number;
  /** Months ago that an outbreak sent many residents to hospital; null for none. */
  outbreakMonthsAgo: number | null;
  /** Who works here, the busiest first. */
  npis: number[];
}

export type DemoPhysician = ReturnType<typeof makePhysician>;

export interface DemoOrganisation {
  divisions: DemoDivision[];
  regions: DemoRegion[];
  facilities: DemoFacility[];
  physicians: DemoPhysician[];
}

const FACILITIES = 40;
const PHYSICIANS = 120;
const FIRST_FACILITY_ID = 101;
const FIRST_REGION_ID = 11;
/** Real NPIs begin with 1 or 2. */
const FIRST_NPI = 9_000_000_001;
const KINDS: Record<number, FacilityKind> = {
  37: "not-open-yet",
  38: "short-stay-only",
  39: "opened-recently",
};

const JOINED_DAYS_AGO: Record<number, number> = { 36: 240 };

export function personName(random: Random): { first: string; last: string } {
  return {
    first:
      random.pick(names.FIRST_NAME_HEADS) + random.pick(names.FIRST_NAME_TAILS),
    last:
      random.pick(names.LAST_NAME_HEADS) + random.pick(names.LAST_NAME_TAILS),
  };
}

function makeFacility(index: number, regions: DemoRegion[]): DemoFacility {
  const random = seededRandom(`facility ${index}`);
  const kind = KINDS[index] ?? "ordinary";
  const tens = Math.floor(index / 10);
  const bands = {
    rth: (index * 7) % 10,
    ed: (index * 3 + tens) % 10,
    h: (index * 7 + tens) % 10,
    ed1000: (index * 3 + 5 + 2 * tens) % 10,
  };
  const quality = 5 - Math.round((bands.rth + bands.h) / 4.5);
  const star = () => Math.min(5, Math.max(1, quality + random.int(-1, 1)));
  const isRated = kind === "ordinary" || kind === "short-stay-only";
  return {
    id: FIRST_FACILITY_ID + index,
    name: `${names.FACILITY_WORDS[index] ?? index} ${random.pick(names.FACILITY_KINDS)}`,
    regionId: regions[index % regions.length]?.id ?? FIRST_REGION_ID,
    // Real CCNs begin with the number of a state, and none has 00.
    ccn: kind === "not-open-yet" ? null : `00${5001 + index * 37}`,
    stars: isRated
      ? [star(), star(), star(), star()]
      : [null, null, null, null],
    kind,
    joinedDaysAgo: JOINED_DAYS_AGO[index] ?? null,
    bands,
    admissionsPerYear: random.int(165, 235),
    longStayBeds: kind === "ordinary" ? random.int(42, 68) : 0,
    isnpShare: index % 3 === 2 ? 0 : 0.15 + random.next() * 0.2,
    outbreakMonthsAgo: index % 6 === 2 ? random.int(3, 9) : null,
    npis: [],
  };
}

function makePhysician(index: number) {
  const random = seededRandom(`physician ${index}`);
  const { first, last } = personName(random);
  const isUnnamed = index === 57 || index === 98;
  const unless = (missing: number, words: readonly string[]) =>
    random.chance(missing) ? null : random.pick(words);
  return {
    npi: FIRST_NPI + index * 7,
    first_name: isUnnamed ? null : first,
    last_name: isUnnamed ? null : last,
    credentials: unless(0.05, names.CREDENTIALS),
    primary_specialty: unless(0.05, names.SPECIALTIES),
    alternate_specialty: unless(0.7, names.SPECIALTIES),
    organization_legal_name: unless(0.1, names.EMPLOYERS),
  };
}

/** Every physician has a home; of five one works in other facilities of the region too. */
function staff(facilities: DemoFacility[], physicians: DemoPhysician[]): void {
  physicians.forEach(({ npi }, index) => {
    const home = facilities[index % facilities.length];
    home?.npis.push(npi);
    if (home && index % 5 === 4) {
      const random = seededRandom(`rounds ${index}`);
      const others = facilities.filter(
        ({ id, regionId }) => regionId === home.regionId && id !== home.id,
      );
      random
        .shuffled(others)
        .slice(0, random.int(1, 3))
        .forEach((other) => other.npis.push(npi));
    }
  });
}

/** The places and physicians of the demo organisation; they do not depend on the day. */
export function makeOrganisation(): DemoOrganisation {
  const divisions = names.DIVISION_NAMES.map((name, index) => ({
    id: index + 1,
    name: `${name} Division`,
  }));
  const regions = names.REGION_NAMES.map((name, index) => ({
    id: FIRST_REGION_ID + index,
    name: `${name} Region`,
    divisionId: (index % divisions.length) + 1,
  }));
  const facilities = Array.from({ length: FACILITIES }, (_, index) =>
    makeFacility(index, regions),
  );
  const physicians = Array.from({ length: PHYSICIANS }, (_, index) =>
    makePhysician(index),
  );
  staff(facilities, physicians);
  return { divisions, regions, facilities, physicians };
}
