import { getFrailty } from "~/contract/frailty";
import type { ApiDeps } from "./api-deps";
import { answerFigures } from "./answer-figures";
import { frailtyOf } from "~server/measures/frailty";
import { serve } from "./serve";
import type { Api } from "./call";

/** Patients by frailty band; 204 where no patient has a day in the range. */
export function registerFrailty(app: Api, deps: ApiDeps): void {
  serve(app, getFrailty, deps, (call) =>
    answerFigures(deps, "frailty", call, async ({ question, figures }) => {
      const found = await figures.over({ people: [question] });
      const [people] = found.people;
      return people ? frailtyOf(people) : null;
    }),
  );
}
