import type { Kysely } from "kysely";
import { epochDayOf, isoDayOf, type EpochDay } from "~/domain/calendar";
import {
  CMS_MEASURES,
  NATION,
} from "~/features/profile/rules/cms/cms-measures";
import type { Schema } from "~server/store/schema";
import {
  CMS_DAYS_AGO,
  type DemoFacility,
  type DemoOrganisation,
} from "./organisation";
import { seededRandom } from "./random";
import { CMS_AVERAGES } from "./rates.data";

const STATES = ["OH", "PA", "NY"] as const;
const DAYS_TO_PUBLISH = 210;

/** Invents figures, some suppressed, for CCNs that nobody has. */
export async function storeDemoCms(
  db: Kysely<Schema>,
  { today, facilities, regions }: DemoOrganisation,
): Promise<void> {
  await db.deleteFrom("cms_scores").where("ccn", "like", "00%").execute();
  const processed_on = today - CMS_DAYS_AGO;
  const scores = facilities.flatMap((facility) => {
    const { ccn, region_id } = facility.row;
    if (ccn === null) return [];
    const region = regions.find(({ id }) => id === region_id)!;
    const state = STATES[(region.division_id - 1) % STATES.length]!;
    const period = periodBefore(processed_on - DAYS_TO_PUBLISH);
    return scoresOf(facility).map((score) => ({
      ...{ ccn, state, ...score, ...period, processed_on },
    }));
  });
  await db.insertInto("cms_scores").values(scores).execute();
  const averages = CMS_MEASURES.flatMap(({ code }) =>
    [NATION, ...STATES].map((place, at) => ({
      ...{ place, measure: code, score: CMS_AVERAGES[code][at], processed_on },
    })),
  );
  await db.insertInto("cms_averages").values(averages).execute();
}

function scoresOf({ id, kind, bands }: DemoFacility) {
  const random = seededRandom(`cms ${id}`);
  const { rth, ed, h, ed1000 } = bands;
  const bandOf = { 521: rth, 522: ed, 551: h, 552: ed1000 };
  const isFew = kind === "short-stay-only" || id % 10 === 1;
  return CMS_MEASURES.map(({ code }) => {
    const nation = CMS_AVERAGES[code][0]!;
    const expected = nation * (0.9 + random.next() * 0.2);
    const observed =
      nation * (0.75 + bandOf[code] * 0.05 + random.next() * 0.08);
    // CMS suppresses scores of new facilities and of few residents.
    const footnote =
      kind === "opened-recently" ? "1" : isFew && code === 552 ? "9" : null;
    const unlessSuppressed = (score: number) =>
      footnote === null ? Math.round(score * 1e6) / 1e6 : null;
    return {
      measure: code,
      adjusted: unlessSuppressed((observed / expected) * nation),
      observed: unlessSuppressed(observed),
      expected: unlessSuppressed(expected),
      footnote,
    };
  });
}

function periodBefore(day: EpochDay) {
  const [year = 0, month = 0] = isoDayOf(day).split("-").map(Number);
  const first = String(month - ((month - 1) % 3)).padStart(2, "0");
  return {
    period_from: epochDayOf(`${year - 1}-${first}-01`),
    period_to: epochDayOf(`${year}-${first}-01`) - 1,
  };
}
