import type { FindingKind } from "./census-marks";

interface FindingWords {
  one: string;
  many: string;
  title: string;
  todo: string;
}

export const findingWords: Record<FindingKind, FindingWords> = {
  hospital_without_transfer: {
    one: "hospital return without a transfer",
    many: "hospital returns without a transfer",
    title: "Hospital returns without a transfer",
    todo: "The resident came back from hospital within three days with no transfer on record. Record the transfer, or correct the admission source.",
  },
  transfer_outside_stay: {
    one: "transfer outside a stay",
    many: "transfers outside a stay",
    title: "Transfers outside a stay",
    todo: "No stay covers the day of the transfer. Correct the day, or the dates of the stay.",
  },
  overlapping_stays: {
    one: "overlapping stay",
    many: "overlapping stays",
    title: "Overlapping stays",
    todo: "The resident has another stay on the same nights. End the older one, or merge duplicate records.",
  },
  shared_mrn: {
    one: "stay with a shared record number",
    many: "stays with a shared record number",
    title: "Shared record numbers",
    todo: "Two residents have the same record number here. Merge them if they are one person, or correct the number.",
  },
  no_physician: {
    one: "stay without a physician",
    many: "stays without a physician",
    title: "Stays without a physician",
    todo: "Add the attending physician with their NPI. Until then the stay counts only for the facility.",
  },
  assumed_outcome: {
    one: "assumed outcome",
    many: "assumed outcomes",
    title: "Assumed transfer outcomes",
    todo: "The hospital has not reported the outcome, so it is assumed from the nights away. Ask the hospital for its notices.",
  },
  waiting: {
    one: "waiting message",
    many: "waiting messages",
    title: "Waiting messages",
    todo: "An account manager can add the sender, try again, or drop the message.",
  },
};

/** What an account manager can do about waiting messages, and where. */
export const waitingForManager = {
  todo: "Add the sender, try again, or drop the message.",
  link: "Waiting messages, all facilities",
};

export const censusWords = {
  title: "Data quality",
  link: "Data quality",
  about: "Freshness and possible errors in each facility's census.",
  facilities: "Facilities",
  columns: {
    facility: "Facility",
    message: "Last message",
    movement: "Last movement",
    movements: "Movements",
    residents: "Residents",
    doubt: "In doubt",
    findings: "To look at",
  },
  details: {
    movements: "a day, last 7 days",
    residents: "of beds",
    residentsAlone: "in house",
    doubt: "of a year's stays",
  },
  list: {
    mrn: "MRN",
    name: "Name",
    physician: "Physician",
    admitted: "Admitted",
    discharged: "Discharged",
    transferred: "Transferred",
    outcome: "Outcome",
    source: "Source",
    reason: "Reason",
    messages: "Messages",
  },
  outcomes: {
    inpatient: "Inpatient",
    observation: "Observation",
    ed_only: "ED visit",
  },
  sources: { feed: "Feed", census: "Import" },
  openStay: "Open stay",
  noPhysician: "None",
  nothing: "Nothing",
  noFeed: "No feed",
  none: "None yet",
  youngFeed: "Too new to say",
  notKnown: "Not known",
  bedsNotKnown: "beds not known",
  noBeds: "Bed counts come with the CMS ratings, which are not imported yet.",
  pages: "Pages of facilities",
  newest: "First facilities",
  older: "Next facilities",
  listPages: "Pages of the list",
  firstRows: "First rows",
  nextRows: "Next rows",
  close: "Close the list",
  empty: "You have no facilities.",
  emptyOlder: "There are no more facilities.",
  emptyList: "Nothing left on this list.",
  closedList: "Your account cannot open this list.",
  noFacility: "This facility no longer exists.",
  all: "All facilities",
  failed: "The census was not retrieved due to a system error.",
} as const;

/** '1 waiting message' and '12 waiting messages'. */
export function findingText(kind: FindingKind, count: string): string {
  const { one, many } = findingWords[kind];
  return `${count} ${count === "1" ? one : many}`;
}

/** '1 message waits with an unknown facility.' and '3 messages wait with an unknown facility.' */
export function unplacedText(count: string): string {
  const wait = count === "1" ? "message waits" : "messages wait";
  return `${count} ${wait} with an unknown facility.`;
}
