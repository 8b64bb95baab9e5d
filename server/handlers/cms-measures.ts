import type { Kysely } from "kysely";
import { getCmsMeasures, type CmsMeasures } from "~/contract/cms-measures";
import { isoDayOf } from "~/domain/calendar";
import { NATION } from "~/domain/cms/cms-measures";
import type { Schema } from "~server/store/schema";
import type { ApiDeps } from "~server/door/api-deps";
import { requireScope } from "./require-scope";
import { register, type Doors } from "~server/door/doors";

/** What CMS publishes of a facility, for whoever may see its figures; 204 where nothing is stored. */
export function registerCmsMeasures(doors: Doors, deps: ApiDeps): void {
  register(doors, getCmsMeasures, async ({ viewer, params }) => {
    const id = params.facilityId;
    await requireScope(deps, viewer, { level: "facility", id });
    const data = await readCmsMeasures(deps.store.db, id);
    return data && { data };
  });
}

/** What CMS publishes of a facility, with the averages of its state and the nation (R385); null where nothing is stored. */
async function readCmsMeasures(
  db: Kysely<Schema>,
  facilityId: number,
): Promise<CmsMeasures | null> {
  const scores = await db
    .selectFrom("facilities")
    .innerJoin("cms_scores", "cms_scores.ccn", "facilities.ccn")
    .selectAll("cms_scores")
    .where("facilities.id", "=", facilityId)
    .orderBy("cms_scores.measure")
    .execute();
  const [first] = scores;
  if (!first) return null;
  const state = scores.find((score) => score.state !== null)?.state ?? null;
  const averages = await db
    .selectFrom("cms_averages")
    .selectAll()
    .where("place", "in", [NATION, state ?? NATION])
    .execute();
  const averageOf = (place: string | null, measure: number) =>
    averages.find((one) => one.place === place && one.measure === measure)
      ?.score ?? null;
  const made = averages.map(({ processed_on }) => processed_on);
  return {
    state,
    averages_on: made.length > 0 ? isoDayOf(Math.min(...made)) : null,
    measures: scores.map((score) => ({
      measure: score.measure,
      adjusted: score.adjusted,
      observed: score.observed,
      expected: score.expected,
      footnote: score.footnote,
      period_from: isoDayOf(score.period_from),
      period_to: isoDayOf(score.period_to),
      state_average: averageOf(state, score.measure),
      nation_average: averageOf(NATION, score.measure),
    })),
  };
}
