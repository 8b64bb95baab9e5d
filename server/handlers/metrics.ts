import { getMetrics } from "~/contract/metrics";
import type { ApiDeps } from "./api-deps";
import { answerFigures } from "./answer-figures";
import { readMetricsOf, readStars } from "~server/measures/metrics";
import { serve } from "./serve";
import type { Api } from "./call";

/** The overview card's figures, with the stars of a facility; 204 where there is nothing to count. */
export function registerMetrics(app: Api, deps: ApiDeps): void {
  serve(app, getMetrics, deps, (call) =>
    answerFigures(deps, "metrics", call, async ({ db, question, figures }) => {
      const { level, id } = call.params;
      const metrics = await readMetricsOf(figures, question);
      if (!metrics || level !== "facility") return metrics;
      return { ...metrics, cms_rating: await readStars(db, id) };
    }),
  );
}
