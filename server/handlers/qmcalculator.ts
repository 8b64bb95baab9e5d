import { getQuality } from "~/contract/qmcalculator";
import { defaultRange } from "~/domain/filters";
import type { ApiDeps } from "~server/door/api-deps";
import { answerEffective, todayAt } from "./answer-figures";
import { readQuality } from "~server/measures/quality";
import { register, type Doors } from "~server/door/doors";

/** The quality score of the default range (R125); 204 where there is nothing to count. */
export function registerQmCalculator(doors: Doors, deps: ApiDeps): void {
  register(doors, getQuality, async (call) => {
    const today = await todayAt(deps, call.params);
    const params = { ...call.params, ...defaultRange(today) };
    return answerEffective(
      deps,
      "quality",
      { ...call, params },
      ({ figures }) => readQuality(figures, today),
    );
  });
}
