import type { Kysely } from "kysely";
import {
  epochDayOf,
  isoDayOf,
  type EpochDay,
  type IsoDay,
} from "~/domain/calendar";
import {
  CMS_MEASURES,
  NATION,
  type CmsMeasureCode,
} from "~/features/profile/rules/cms/cms-measures";
import type {
  CmsAverageTable,
  CmsScoreTable,
  FacilityStars,
} from "~server/store/cms-tables";
import type { Schema } from "~server/store/schema";
import type { DemoFacility, DemoOrganisation } from "./organisation";
import { seededRandom } from "./random";

/** Days from the end of a period until CMS publishes it, and from then until the day that the demo is made for. */
const DAYS_TO_PUBLISH = 210;
const DAYS_SINCE = 45;

const STATES = ["OH", "PA", "NY"] as const;

/** Invented, near those of the nation; the states differ a little. */
const AVERAGES: Record<CmsMeasureCode, readonly number[]> = {
  521: [23.9, 22.4, 24.6, 23.1],
  522: [12.0, 13.3, 11.4, 9.8],
  551: [1.9, 1.72, 1.85, 1.98],
  552: [1.8, 1.94, 1.66, 1.41],
};

/** Invented figures of CMS for the facilities of the demo, some of them suppressed. Theirs are CCNs that nobody has. */
export async function storeDemoCms(
  db: Kysely<Schema>,
  { facilities, regions }: DemoOrganisation,
  today: EpochDay,
): Promise<void> {
  const stateOf = new Map(
    regions.map(({ id, divisionId }) => [
      id,
      STATES[(divisionId - 1) % STATES.length] ?? STATES[0],
    ]),
  );
  await db.deleteFrom("cms_scores").where("ccn", "like", "00%").execute();
  await db.deleteFrom("cms_averages").execute();
  const scores = facilities.flatMap((facility) =>
    facility.ccn === null
      ? []
      : scoresOf(facility, stateOf.get(facility.regionId) ?? STATES[0], today),
  );
  await db.insertInto("cms_scores").values(scores).execute();
  await db.insertInto("cms_averages").values(averages(today)).execute();
}

/** Beds of a facility beside those of its long stays, more than the demo fills. */
const OTHER_BEDS = 25;

/** The file of the facility's stars and certified beds. Where the inspections found most, CMS would mark it. */
export function demoCmsFile(
  { id, stars, longStayBeds }: DemoFacility,
  today: EpochDay,
): Pick<FacilityStars, "stars_on" | "special_focus" | "abuse"> & {
  beds: number | null;
} {
  const [overall, survey] = stars;
  const isWorst = overall === 1 && survey === 1;
  return {
    stars_on: overall === null ? null : today - DAYS_SINCE,
    beds: overall === null ? null : longStayBeds + OTHER_BEDS,
    special_focus: isWorst ? "candidate" : null,
    abuse: isWorst && id % 2 === 1 ? 1 : 0,
  };
}

function scoresOf(
  facility: DemoFacility,
  state: string,
  today: EpochDay,
): CmsScoreTable[] {
  const random = seededRandom(`cms ${facility.id}`);
  const { rth, ed, h, ed1000 } = facility.bands;
  const bands: Record<CmsMeasureCode, number> = {
    521: rth,
    522: ed,
    551: h,
    552: ed1000,
  };
  return CMS_MEASURES.map(({ code }) => {
    const [nation = 0] = AVERAGES[code];
    const expected = nation * (0.9 + random.next() * 0.2);
    const observed =
      nation * (0.75 + bands[code] * 0.05 + random.next() * 0.08);
    const footnote = footnoteOf(facility, code);
    const isTold = footnote === null;
    return {
      ccn: facility.ccn ?? "",
      measure: code,
      state,
      adjusted: isTold ? rounded((observed / expected) * nation) : null,
      observed: isTold ? rounded(observed) : null,
      expected: isTold ? rounded(expected) : null,
      footnote,
      ...periodOn(today),
      processed_on: today - DAYS_SINCE,
    };
  });
}

/** Why a score is suppressed; null where it is told. */
function footnoteOf(
  { id, kind }: DemoFacility,
  code: CmsMeasureCode,
): string | null {
  if (kind === "opened-recently") return "1";
  const isFew = kind === "short-stay-only" || id % 10 === 1;
  return isFew && code === 552 ? "9" : null;
}

function averages(today: EpochDay): CmsAverageTable[] {
  return CMS_MEASURES.flatMap(({ code }) =>
    [NATION, ...STATES].map((place, index) => ({
      place,
      measure: code,
      score: AVERAGES[code][index] ?? null,
      processed_on: today - DAYS_SINCE,
    })),
  );
}

/** Four whole quarters, the last of which was over when CMS made its file. */
function periodOn(
  today: EpochDay,
): Pick<CmsScoreTable, "period_from" | "period_to"> {
  const last = isoDayOf(today - DAYS_SINCE - DAYS_TO_PUBLISH);
  const after = firstOfQuarter(last);
  const year = Number(after.slice(0, 4));
  return {
    period_from: epochDayOf(`${year - 1}${after.slice(4)}`),
    period_to: epochDayOf(after) - 1,
  };
}

function firstOfQuarter(day: IsoDay): IsoDay {
  const month = Number(day.slice(5, 7));
  const first = String(month - ((month - 1) % 3)).padStart(2, "0");
  return `${day.slice(0, 4)}-${first}-01`;
}

function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}
