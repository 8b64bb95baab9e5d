import { getFrailty } from "~/contract/frailty";
import type { ApiDeps } from "~server/api-deps";
import { answerFigures } from "~server/measures/answer-figures";
import { readFrailty } from "~server/measures/frailty";
import { serve } from "~server/serve";
import type { Api } from "~server/serve";

/** Patients by frailty band; 204 where no patient has a day in the range. */
export function registerFrailty(app: Api, deps: ApiDeps): void {
  serve(app, getFrailty, deps, (call) =>
    answerFigures(deps, "frailty", call, readFrailty),
  );
}
