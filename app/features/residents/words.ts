import { isoDayOf, usDayOf, type EpochDay } from "~/domain/calendar";
import { FRAILTY_WORDS, type FrailtyBand } from "~/domain/frailty";
import { messages } from "~/domain/messages";
import type { CountedBy } from "~/domain/residents/counted-returns";
import type {
  NoteFacts,
  StayFacts,
  ReturnFigure,
} from "~/domain/residents/resident-facts";
import { RETURN_WINDOW_DAYS } from "~/domain/residents/return-window";
import type { Standing, StayBar } from "./rules";
import type { MergedTransfer, FigureReason } from "./transfers";

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
  bar: {
    heading: "Stay",
    inHouse: "At the facility",
    out: "At hospital",
    note: "Note",
    highRisk: "High-risk note",
    window: "30-day window closes",
    "long-stay": "Long-stay begins",
    labels: { window: "30", "long-stay": "101" },
  },
  notKnown: "Not known",
  noPhysician: messages.none,
  noFrailty: "No score",
  noWindow: "Not from hospital",
  never: "No",
  isnp: "ISNP",
  noStay: "Outside any stay",
  inHouse: "in house",
  /** A resident at hospital with the bed kept is not in house. */
  bedKept: "stay",
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
  markRead: "Mark as read",
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

export function dayText(day: EpochDay): string {
  return usDayOf(isoDayOf(day));
}

function daysText(days: number): string {
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
  { outcome, facilityName }: Pick<MergedTransfer, "outcome" | "facilityName">,
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

const FIGURES = {
  rth: "RTH%",
  ed: "ED%",
  h_1000: "H/1000",
  ed_1000: "ED/1000",
  adm_1000: "ADM/1000",
} as const;

/** Figures with the same reason share a sentence. */
export function reasonTexts(reasons: readonly FigureReason[]): string[] {
  const figuresBy = new Map<string, string[]>();
  for (const reason of reasons) {
    const text = whyText(reason);
    const figures = figuresBy.get(text) ?? [];
    figuresBy.set(text, figures);
    if (reason.figure) figures.push(FIGURES[reason.figure]);
  }
  return [...figuresBy].map(([text, figures]) => {
    const between = text.startsWith("Counts") ? " and " : " or ";
    return text.replace(NAMES, figures.join(between));
  });
}

const NAMES = "{figures}";

function whyText(reason: FigureReason): string {
  if (reason.counts) return `Counts in ${NAMES}: ${countedText(reason)}`;
  switch (reason.why) {
    case "beyond-reach":
      return "Not counted: the facility's data for that day are not complete yet";
    case "planned":
      return "Not counted: planned";
    case "counted-already":
      return `Not in ${NAMES}: the admission of ${dayText(reason.admittedOn)} is counted already, by ${byText(reason.by)}`;
    case "admission-beyond-reach":
      return `Not in ${NAMES}: the admission of ${dayText(reason.admittedOn)} is beyond the data that are complete`;
    case "not-settled":
      return `Not yet in ${NAMES}: the 30 days after the admission of ${dayText(reason.admittedOn)} are not over`;
    case "too-late":
      return `Not in ${NAMES}: ${daysText(reason.days)} after admission from hospital, more than ${RETURN_WINDOW_DAYS}`;
    case "no-admission":
      return `Not in ${NAMES}: no stay before it began from hospital`;
    case "no-stay":
      return `Not in ${NAMES}: not in a stay on that day`;
    case "not-long-stay": {
      const text = `Not in ${NAMES}: not yet long-stay`;
      return reason.from === null
        ? text
        : `${text}, only from ${dayText(reason.from)} on`;
    }
  }
}

function countedText(reason: FigureReason & { counts: true }): string {
  if (!("days" in reason)) {
    return reason.since === null
      ? "long-stay on that day"
      : `long-stay since ${dayText(reason.since)}`;
  }
  const admission = `admission on ${dayText(reason.admittedOn)}`;
  return reason.days === 0
    ? `on the day of ${admission}`
    : `${daysText(reason.days)} after ${admission}`;
}

function byText(by: CountedBy): string {
  const day = `the transfer of ${dayText(by.day)}`;
  return by.kind === "seen" ? day : `${day} ${atText(by.facilityName)}`;
}

function atText(facilityName: string | null): string {
  return `at ${facilityName ?? "another facility"}`;
}

/** Why a stay counts by an event that its viewer does not see otherwise. */
export function elsewhereText(
  figure: ReturnFigure,
  { admittedOn, dischargedOn }: Pick<StayFacts, "admittedOn" | "dischargedOn">,
  by: CountedBy & { kind: "elsewhere" },
): string {
  const what = by.outcome === "ed_only" ? "an emergency visit" : "a transfer";
  const isLater = dischargedOn !== null && by.day > dischargedOn;
  return `Counts in ${FIGURES[figure]}: ${what}${isLater ? " after discharge" : ""} ${atText(by.facilityName)} on ${dayText(by.day)}, ${daysText(by.day - admittedOn)} after admission`;
}

/** 'Reported twice, counted once'; null if reported once. */
export function reportedText(rowCount: number): string | null {
  if (rowCount < 2) return null;
  return `Reported ${rowCount === 2 ? "twice" : `${rowCount} times`}, counted once`;
}

type BarDays = Pick<StayBar, "from" | "through" | "end" | "marks"> & {
  isOpen: boolean;
};

/** The next mark, if the stay has not come so far. */
export function barEndText({ through, end, marks, isOpen }: BarDays): string {
  const { bar, strip } = residentWords;
  const next = marks.find(({ day }) => day === end && day > through);
  if (next) return `${bar[next.kind]}: ${dayText(end)}`;
  return `${isOpen ? "Through" : strip.discharged} ${dayText(through)}`;
}

/** The same as the bar, in a sentence: 'From 03/01/2026 through 04/12/2026. At hospital: 2 times. 30-day window closes: 03/31/2026. Notes: 5.' */
export function barText(
  days: BarDays,
  { out, notes }: { out: number; notes: number },
): string {
  const { bar } = residentWords;
  return [
    `From ${dayText(days.from)} through ${dayText(days.through)}`,
    `${bar.out}: ${out === 1 ? "once" : `${out} times`}`,
    ...days.marks.map(({ kind, day }) => `${bar[kind]}: ${dayText(day)}`),
    `Notes: ${notes}.`,
  ].join(". ");
}
