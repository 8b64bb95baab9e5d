import { getFrailty } from "~/contract/frailty";
import type { ApiDeps } from "~server/door/api-deps";
import { answerFigures } from "./answer-figures";
import { frailtyOf } from "~server/measures/frailty";
import { register, type Doors } from "~server/door/doors";

/** Patients by frailty band; 204 where no patient has a day in the range. */
export function registerFrailty(doors: Doors, deps: ApiDeps): void {
  register(doors, getFrailty, (call) =>
    answerFigures(deps, "frailty", call, async ({ question, figures }) => {
      const found = await figures.over({ people: [question] });
      const [people] = found.people;
      return people ? frailtyOf(people) : null;
    }),
  );
}
