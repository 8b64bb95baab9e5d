import { isoDayOf, usDayOf, type EpochDay } from "~/domain/calendar";
import { FRAILTY_WORDS, type FrailtyBand } from "~/domain/frailty";
import { messages } from "~/domain/messages";
import type { NoteFacts, StayFacts } from "~/domain/residents/resident-facts";
import type { Standing } from "./standing";
import type { ToldTransfer } from "./told-transfers";

/** Texts of a resident's page. */
export const residentWords = {
  leftReviews: "Reviews of transfers no longer in the data",
  title: "Resident",
  summary: "Summary",
  timeline: "What happened",
  timelineOrder: "Newest first.",
  bordered: "Stays and figures at other facilities are not shown.",
  facts: {
    mrn: "MRN",
    facility: "Facility",
    physician: "Physician",
    unit: "Unit",
    frailty: "Frailty",
  },
  strip: {
    out: "Out at hospital since",
    inHouse: "In house since",
    discharged: "Discharged",
    window: "30-day window",
    longStay: "Long-stay",
    daysOfCare: "Days of care",
    hospitalizations: "Hospitalizations",
    edVisits: "ED visits",
  },
  notKnown: "Not known",
  noPhysician: messages.none,
  noFrailty: "No score",
  noWindow: "Not from hospital",
  never: "No",
  isnp: "ISNP",
  noStay: "Outside any stay",
  inHouse: "in house",
  /** Whoever is out at hospital with the bed kept is not in house. */
  bedKept: "stay",
  /** Kinds of what happened. */
  discharge: "Discharged",
  longStay: "Long-stay from this day on",
  stillLongStay: "Already long-stay",
  outcomes: {
    inpatient: "To hospital, inpatient",
    observation: "To hospital, observation",
    ed_only: "ED visit",
  },
  planned: "Planned",
  assumed: "Outcome assumed: not reported by the hospital.",
  details: {
    time: "Time",
    hospital: "Hospital",
    unit: "Unit",
    reason: "Reason",
    diagnosis: "Diagnosis",
    returned: "Return",
  },
  figures: "Figures",
  notes: "After-hours notes",
  highRisk: "High risk",
  hideNote: "Hide the note",
  olderNotes: "Older notes",
  newestNotes: "Newest notes",
  notePages: "Pages of notes",
  empty: "No stays, transfers or notes on record.",
  failed: "The resident was not retrieved due to a system error.",
} as const;

const ADMITTED: Readonly<Record<string, string>> = {
  hospital: "Admitted from hospital",
  community: "Admitted from the community",
};

export function admittedText(from: string | null): string {
  return ADMITTED[from ?? ""] ?? "Admitted";
}

/** '03/01/2026'. */
export function dayText(day: EpochDay): string {
  return usDayOf(isoDayOf(day));
}

/** '1 day' and '12 days'. */
export function daysText(days: number): string {
  return `${days.toLocaleString("en-US")} ${days === 1 ? "day" : "days"}`;
}

/** '7, High'. */
export function frailtyText(
  score: number | null,
  band: FrailtyBand | null,
): string {
  return score === null || band === null
    ? residentWords.noFrailty
    : `${score}, ${FRAILTY_WORDS[band]}`;
}

/** '3 more notes'. */
export function moreNotesText(count: number): string {
  return count === 1 ? "1 more note" : `${count} more notes`;
}

export function windowText(window: Standing["window"]): string {
  if (!window) return residentWords.noWindow;
  const day = dayText(window.closesOn);
  if (window.daysLeft < 0) return `Closed on ${day}`;
  return window.daysLeft === 0
    ? `Closes today, ${day}`
    : `Closes on ${day}, in ${daysText(window.daysLeft)}`;
}

export function longStayText(standing: Standing["longStay"]): string {
  switch (standing.state) {
    case "since":
      return `Since ${dayText(standing.day)}`;
    case "expected":
      return `From ${dayText(standing.day)}, in ${daysText(standing.inDays)}`;
    case "was":
      return `From ${dayText(standing.day)} to discharge`;
    case "never":
      return residentWords.never;
  }
}

/** '214, through 11/25/2026'. */
export function daysOfCareText(days: number, through: EpochDay | null): string {
  const count = days.toLocaleString("en-US");
  return through === null ? count : `${count}, through ${dayText(through)}`;
}

/** 'Willow House, 03/01/2026 to 04/02/2026'. */
export function groupHeading(stay: StayFacts | null): string {
  if (!stay) return residentWords.noStay;
  const from = dayText(stay.admittedOn);
  const { inHouse, bedKept } = residentWords;
  return stay.dischargedOn === null
    ? `${stay.facilityName}, ${stay.outSince === null ? inHouse : bedKept} since ${from}`
    : `${stay.facilityName}, ${from} to ${dayText(stay.dischargedOn)}`;
}

/** 'Physician: Roam, Ada. Unit: B.' */
export function stayAboutText({ physician, unit }: StayFacts): string {
  const { facts, noPhysician, notKnown } = residentWords;
  return `${facts.physician}: ${physician ?? noPhysician}. ${facts.unit}: ${unit ?? notKnown.toLowerCase()}.`;
}

/** Names the facility where no heading does. */
export function transferTitle(
  { outcome, facilityName }: Pick<ToldTransfer, "outcome" | "facilityName">,
  isLoose: boolean,
): string {
  const title = residentWords.outcomes[outcome];
  return isLoose ? `${title}, from ${facilityName}` : title;
}

/** 'On 03/20/2026, 8 days later'. */
export function backText(leftOn: EpochDay, backOn: EpochDay): string {
  const days = backOn - leftOn;
  return days === 0
    ? `On ${dayText(backOn)}, the same day`
    : `On ${dayText(backOn)}, ${daysText(days)} later`;
}

/** 'Not known: time, hospital.'; null where all is known. */
export function unknownText(labels: readonly string[]): string | null {
  if (labels.length === 0) return null;
  return `${residentWords.notKnown}: ${labels.join(", ").toLowerCase()}.`;
}

/** 'by R. Miller, for Roam, Ada'; names the facility where no heading does. */
export function noteAboutText(
  { provider, physician, facilityName }: NoteFacts,
  isLoose: boolean,
): string {
  return [
    provider === null ? null : `by ${provider}`,
    physician === null ? null : `for ${physician}`,
    isLoose ? `at ${facilityName}` : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}
