import type { FindingKind } from "./findings";

/** What a kind of finding is called, and what to do about it. */
interface FindingWords {
  one: string;
  many: string;
  title: string;
  todo: string;
}

/** Words of the findings, in the order of the page (R297). */
export const findingWords: Record<FindingKind, FindingWords> = {
  hospital_without_transfer: {
    one: "hospital trip without a transfer",
    many: "hospital trips without a transfer",
    title: "Hospital trips without a transfer",
    todo: "The resident came back from hospital within three days, and no transfer tells of it. Record the transfer, or correct where the resident came from.",
  },
  transfer_outside_stay: {
    one: "transfer outside a stay",
    many: "transfers outside a stay",
    title: "Transfers outside a stay",
    todo: "No stay holds the day of the transfer. Correct the day, or the days of the stay that it belongs to.",
  },
  overlapping_stays: {
    one: "overlapping stay",
    many: "overlapping stays",
    title: "Overlapping stays",
    todo: "The resident has another stay in the same nights. End the older one, or merge two records of one visit.",
  },
  shared_mrn: {
    one: "stay with a record number of two residents",
    many: "stays with a record number of two residents",
    title: "Record numbers of two residents",
    todo: "Two residents have the same record number here. Merge them if they are one person, else correct the number.",
  },
  no_physician: {
    one: "stay without a physician",
    many: "stays without a physician",
    title: "Stays without a physician",
    todo: "Name the attending physician with their NPI. Until then the stay counts for the facility alone.",
  },
  assumed_outcome: {
    one: "assumed outcome",
    many: "assumed outcomes",
    title: "Assumed outcomes of transfers",
    todo: "No hospital has told what became of the visit, so the nights away decide. Ask the hospital for its notices.",
  },
  waiting: {
    one: "message that waits",
    many: "messages that wait",
    title: "Messages that wait",
    todo: "Each waits for what it needs. An account manager can name the sender, try it again, or drop it.",
  },
};

/** What an account manager can do about messages that wait, and where. */
export const waitingForManager = {
  todo: "Each waits for what it needs. You can name the sender, try it again, or drop it.",
  link: "Messages that wait, of all facilities",
};

/** Texts of the census page. */
export const censusWords = {
  title: "Data quality",
  link: "How far the census can be trusted",
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
    source: "Told by",
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
  youngFeed: "Not known in its first week",
  notKnown: "Not known",
  bedsNotKnown: "beds not known",
  noBeds:
    "How many beds a facility has is not known: it comes with the CMS ratings.",
  pages: "Pages of facilities",
  newest: "First facilities",
  next: "Next facilities",
  listPages: "Pages of the list",
  firstRows: "First rows",
  nextRows: "Next rows",
  close: "Close the list",
  empty: "You have no facilities.",
  emptyOlder: "There are no more facilities.",
  emptyList: "Nothing of this kind is there any more.",
  closedList: "Your account may not read this list.",
  noFacility: "This facility is not there any more.",
  all: "All facilities",
  failed: "The census was not retrieved due to a system error.",
} as const;

/** '1 message that waits' and '12 messages that wait'. */
export function findingText(kind: FindingKind, count: string): string {
  const { one, many } = findingWords[kind];
  return `${count} ${count === "1" ? one : many}`;
}

/** '1 message waits whose facility is not known.' and '3 messages wait whose facility is not known.' */
export function unplacedText(count: string): string {
  const wait = count === "1" ? "message waits" : "messages wait";
  return `${count} ${wait} whose facility is not known.`;
}
