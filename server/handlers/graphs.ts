import { getGraphs } from "~/contract/graphs";
import type { ApiDeps } from "~server/door/api-deps";
import { answerEffective } from "./answer-figures";
import { firstGraphDay } from "~server/measures/graph-months";
import { readGraphs } from "~server/measures/graphs";
import { register, type Doors } from "~server/door/doors";

/** The five graphs over 18 or 36 months; 204 where there is nothing to count in the months that they cover. */
export function registerGraphs(doors: Doors, deps: ApiDeps): void {
  register(doors, getGraphs, (call) => {
    const { endDate } = call.params;
    const { months } = call.query;
    const params = {
      ...call.params,
      startDate: firstGraphDay(endDate, months),
    };
    return answerEffective(
      deps,
      "graphs",
      { ...call, params },
      ({ question, figures }) =>
        readGraphs(figures, question, endDate, months, true),
      { endDate },
    );
  });
}
