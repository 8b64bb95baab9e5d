import type { Kysely } from "kysely";
import { z } from "zod";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { id } from "~/contract/wire";
import { isoDayOf } from "~/domain/calendar";
import { NATION } from "~/features/profile/rules/cms/cms-measures";
import { service } from "~server/door/services";
import { requireScope } from "~server/handlers/require-scope";
import type { Schema } from "~server/store/schema";

/** CMS figures of a facility, for viewers who may see its figures; null if none are stored. */
export const findCmsMeasures = service({
  name: "cms-measures",
  input: z.object({ facilityId: id }),
  async run({ deps, viewer }, { facilityId }) {
    await requireScope(deps, viewer, { level: "facility", id: facilityId });
    return readCmsMeasures(deps.store.db, facilityId);
  },
});

export type CmsMeasures = DeepReadonly<
  NonNullable<Awaited<ReturnType<typeof readCmsMeasures>>>
>;
export type CmsMeasureRow = CmsMeasures["measures"][number];

/** CMS figures of a facility with the averages of its state and the nation (R385); null if none are stored. */
async function readCmsMeasures(db: Kysely<Schema>, facilityId: number) {
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
    /** When CMS published the averages; that file names no period. */
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
