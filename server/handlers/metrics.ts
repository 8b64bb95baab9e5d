import { register, type Doors } from "~server/door/doors";
import { getMetrics } from "~/contract/metrics";
import { epochDayOf } from "~/domain/calendar";
import { firstDayBefore } from "~server/measures/period-before";
import {
  readComparison,
  readMetricsOf,
  readStars,
} from "~server/measures/metrics";
import type { ApiDeps } from "~server/door/api-deps";
import { answerFigures, answerWithinReach, todayAt } from "./answer-figures";

/** The overview card's figures, with the stars of a facility; 204 where there is nothing to count. */
export function registerMetrics(doors: Doors, deps: ApiDeps): void {
  register(doors, getMetrics, async (call) => {
    const { level, id, endDate } = call.params;
    const { compared_to } = call.query;
    if (compared_to !== undefined && compared_to > endDate) {
      const today = await todayAt(deps, call.params);
      const range = {
        from: epochDayOf(endDate) + 1,
        to: epochDayOf(compared_to < today ? compared_to : today),
      };
      return answerFigures(
        deps,
        "the period before",
        call,
        ({ db, question, figures }) =>
          readComparison(db, { ...question, ...range }, figures),
        { begunBy: firstDayBefore(range) },
      );
    }
    return answerWithinReach(
      deps,
      "metrics",
      call,
      async ({ db, question, figures }) => {
        const metrics = await readMetricsOf(figures, question);
        if (!metrics || level !== "facility") return metrics;
        return { ...metrics, cms_rating: await readStars(db, id) };
      },
    );
  });
}
