import { getMetrics } from "~/contract/metrics";
import type { ApiDeps } from "./api-deps";
import { answerFigures } from "./answer-figures";
import { readMetrics, readStars } from "~server/measures/metrics";
import { serve } from "./serve";
import type { Api } from "./call";

/** The overview card's figures, with the stars of a facility; 204 where there is nothing to count. */
export function registerMetrics(app: Api, deps: ApiDeps): void {
  serve(app, getMetrics, deps, (call) =>
    answerFigures(deps, "metrics", call, async (db, question) => {
      const { level } = call.params;
      const figures = await readMetrics(db, question);
      if (!figures || level !== "facility") return figures;
      return { ...figures, cms_rating: await readStars(db, call.params.id) };
    }),
  );
}
