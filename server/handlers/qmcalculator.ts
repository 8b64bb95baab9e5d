import { getQuality } from "~/contract/qmcalculator";
import { newYorkDay } from "~/domain/calendar";
import { defaultRange } from "~/domain/filters";
import type { ApiDeps } from "./api-deps";
import { answerEffective } from "./answer-figures";
import { readQuality } from "~server/measures/quality";
import { serve } from "./serve";
import type { Api } from "./call";

/** The quality score of the default range (R125); 204 where there is nothing to count. */
export function registerQmCalculator(app: Api, deps: ApiDeps): void {
  serve(app, getQuality, deps, (call) => {
    const today = newYorkDay(deps.clock());
    const params = { ...call.params, ...defaultRange(today) };
    return answerEffective(
      deps,
      "quality",
      { ...call, params },
      ({ figures }) => readQuality(figures, today),
    );
  });
}
