import { claimsOf } from "./claims";
import { groupedBy } from "./grouped";
import {
  bySaid,
  lastDetails,
  type Moment,
  type ToldDetails,
  type Word,
} from "./words";

export type Outcome = "inpatient" | "observation" | "ed_only";

export interface HospitalVisit {
  began: Moment;
  /** Null if its class is no outcome. */
  outcome: Outcome | null;
  details: ToldDetails;
}

/** The visits that hospitals report, oldest first, without cancelled ones (R279). */
export function hospitalVisits(words: readonly Word[]): HospitalVisit[] {
  return groupedBy(words, ({ facilityId, visitNumber, happened }) =>
    // A day is one visit if it has no number.
    JSON.stringify([facilityId, visitNumber ?? [happened?.day]]),
  )
    .flatMap((group) => visitOf([...group].sort(bySaid)) ?? [])
    .sort(byBeginning);
}

export function byBeginning(one: HospitalVisit, other: HospitalVisit): number {
  return one.began.ms - other.began.ms;
}

function visitOf(words: readonly Word[]): HospitalVisit | null {
  const { admissions } = claimsOf(words, () => true);
  const arrivals = admissions.filter(
    ({ word }) => word.event !== "change_class",
  );
  const began = (arrivals.at(-1) ?? admissions[0])?.at;
  if (!began) return null;
  return { began, outcome: outcomeOf(words), details: lastDetails(words) };
}

/** Class and type as they were said last, each by itself. A state replaces what was said before it. */
function outcomeOf(words: readonly Word[]): Outcome | null {
  const whole = words.map(({ event }) => event).lastIndexOf("state");
  const counting = words.slice(Math.max(whole, 0));
  const lastTold = (key: "patientClass" | "patientType") =>
    counting
      .flatMap((word) => (word[key] === undefined ? [] : [word[key]]))
      .at(-1)
      ?.toUpperCase();
  switch (lastTold("patientClass")) {
    case "I":
      return "inpatient";
    case "E":
      return "ed_only";
    case "O":
      return lastTold("patientType") === "OBS" ? "observation" : null;
    default:
      return null;
  }
}
