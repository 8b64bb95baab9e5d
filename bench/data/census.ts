import type { EpochDay } from "~/domain/calendar";
import { seededRandom } from "~server/demo/random";
import {
  type Making,
  type Resident,
  makeLongStays,
  makeShortStays,
} from "~server/demo/residents";

/** Facilities of a region, and regions of a division: a larger company has more of them, none grows. */
export const FACILITIES_PER_REGION = 10;
export const REGIONS_PER_DIVISION = 10;
export const PHYSICIANS_PER_FACILITY = 3;

const FIRST_NPI = 9_000_000_001;
const DAYS_OF_STAYS = Math.floor(3 * 365.25);
/** Share of those discharged for good who go on to another facility of the region. */
const MOVED_SHARE = 0.02;

/** NPI of one of a facility's physicians; facilities are numbered from 1. */
export function npiOf(facility: number, physician: number): number {
  return FIRST_NPI + (facility - 1) * PHYSICIANS_PER_FACILITY + physician;
}

/** Who works in a facility: its own physicians, and one of the facility before it in the region. */
function npisOf(facility: number): number[] {
  const own = Array.from({ length: PHYSICIANS_PER_FACILITY }, (_, at) =>
    npiOf(facility, at),
  );
  const isFirst = (facility - 1) % FACILITIES_PER_REGION === 0;
  return isFirst ? own : [...own, npiOf(facility - 1, 1)];
}

/** Region of a facility; both are numbered from 1. */
export function regionOf(facility: number): number {
  return Math.ceil(facility / FACILITIES_PER_REGION);
}

function facilityOf(id: number): Making["facility"] {
  const random = seededRandom(`bench facility ${id}`);
  const band = () => random.int(0, 9);
  return {
    id,
    bands: { rth: band(), ed: band(), h: band(), ed1000: band() },
    admissionsPerYear: random.int(165, 235),
    longStayBeds: random.int(42, 68),
    isnpShare: id % 3 === 2 ? 0 : 0.2,
    outbreakMonthsAgo: null,
    npis: npisOf(id),
  };
}

/**
 * The residents of one region's facilities over three years to `today`, in the numbers of the demo organisation: the
 * same for the same region and day, but for their ids, which `numbers` counts on.
 */
export function residentsOfRegion(
  facilityIds: readonly number[],
  today: EpochDay,
  numbers: Making["numbers"],
): Resident[] {
  return facilityIds.flatMap((id, at) => {
    const random = seededRandom(`bench residents ${id}`);
    const making = { facility: facilityOf(id), random, today, numbers };
    const from = today - DAYS_OF_STAYS;
    const residents: Resident[] = [
      ...makeLongStays(making, from),
      ...makeShortStays(making, from),
    ];
    const next = facilityIds[(at + 1) % facilityIds.length] ?? id;
    for (const resident of residents) {
      const last = resident.stays.at(-1);
      const left = last?.discharged_on ?? null;
      if (!last || left === null || left + 60 > today) continue;
      if (!random.chance(MOVED_SHARE)) continue;
      resident.stays.push({
        ...last,
        id: (numbers.stay += 1),
        facility_id: next,
        npi: npiOf(next, 0),
        admitted_on: left + random.int(0, 5),
        discharged_on: left + random.int(10, 40),
        admitted_from: "other",
      });
    }
    return residents;
  });
}
