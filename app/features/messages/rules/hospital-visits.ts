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
  /** Null where its class settles no outcome. */
  outcome: Outcome | null;
  details: ToldDetails;
}

/**
 * The visits that hospitals tell of, oldest first, with what was said last of their class (PV1-2, and PV1-18 for observation). One
 * that was cancelled is none.
 */
export function hospitalVisits(words: readonly Word[]): HospitalVisit[] {
  return groupedBy(words, ({ facilityId, visitNumber, happened }) =>
    // Without a number, what happens on a day is one visit.
    JSON.stringify([facilityId, visitNumber ?? [happened?.day]]),
  )
    .flatMap((group) => visitOf([...group].sort(bySaid)) ?? [])
    .sort(byBeginning);
}

export function byBeginning(one: HospitalVisit, other: HospitalVisit): number {
  return one.began.ms - other.began.ms;
}

/** @param words in the order of their saying */
function visitOf(words: readonly Word[]): HospitalVisit | null {
  const { admissions } = claimsOf(words, () => true);
  const arrivals = admissions.filter(
    ({ word }) => word.event !== "change_class",
  );
  const began = (arrivals.at(-1) ?? admissions[0])?.at;
  if (!began) return null;
  return { began, outcome: outcomeOf(words), details: lastDetails(words) };
}

/**
 * By the class and the type that were told last, each by itself: an empty field is no news. A word of how the visit stands as a
 * whole takes the place of what was told before.
 */
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
