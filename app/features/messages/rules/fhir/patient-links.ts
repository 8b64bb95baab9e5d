import {
  SAYS_NOTHING,
  type MessageReading,
  type PersonNumber,
} from "../message-facts";
import { ToldTimes } from "../message-time";
import { faultOfMerges } from "../people-fault";
import { numbersOf } from "./encounter";
import { personNumbers } from "./fhir-people";
import type { References } from "./references";
import type { Patient } from "./resources";

type Link = NonNullable<Patient["link"]>[number];

/** The links by which a patient's record replaces another one, or is replaced by it. Other links are no merges. */
export function mergingLinks({ link }: Patient): Link[] {
  return (link ?? []).filter(
    ({ type }) => type === "replaces" || type === "replaced-by",
  );
}

/** Reads such a link as the merge that it tells of. */
export function readLink(
  patient: Patient,
  { type, other }: Link,
  references: References,
  timestamp: string | undefined,
): MessageReading {
  const own = personNumbers(patient.identifier);
  const others = numbersOf(references.find("Patient", other), other);
  const times = new ToldTimes();
  const said = times.told(patient.meta?.lastUpdated || timestamp);
  if (times.isBroken) return { outcome: "unusable", fault: "bad_time" };
  return type === "replaces"
    ? readMerge(own, others, said)
    : readMerge(others, own, said);
}

function readMerge(
  people: PersonNumber[],
  merged: PersonNumber[],
  said: string | null | undefined,
): MessageReading {
  const fault = faultOfMerges([{ people, merged }]);
  if (fault) return { outcome: "unusable", fault };
  if (!said) return { outcome: "unusable", fault: "no_time" };
  return {
    outcome: "read",
    facts: {
      event: "merge",
      happened: said,
      said,
      people,
      merged,
      lastName: undefined,
      firstName: undefined,
      visit: SAYS_NOTHING,
      physician: null,
      plans: [],
    },
  };
}
