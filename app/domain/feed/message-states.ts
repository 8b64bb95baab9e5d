import { MOST_NUMBERS } from "./message-facts";

/** What has become of a message, in words. */
export const MESSAGE_STATUSES = {
  stored: "Not applied yet",
  used: "Used",
  waiting: "Waits",
  aside: "Changes nothing",
  unusable: "Cannot be used",
  dropped: "Dropped",
} as const;

export type MessageStatusName = keyof typeof MESSAGE_STATUSES;

export const MESSAGE_STATUS_NAMES = Object.keys(MESSAGE_STATUSES) as [
  MessageStatusName,
  ...MessageStatusName[],
];

interface ReasonWords {
  /** Why a message waits, or cannot be used. */
  why: string;
  /** What to do about it. */
  todo: string;
}

/** Why a message waits, or can never be used, and what to do about it. */
export const MESSAGE_REASONS = {
  unknown_sender: {
    why: "Its sending application is not known",
    todo: "Say whose messages it sends.",
  },
  unknown_facility: {
    why: "Its facility is not known with this sender",
    todo: "Say which facility the code means.",
  },
  wrong_origin: {
    why: "It came from elsewhere than its sender may send from",
    todo: "See what its sender is bound to and where it came from. Drop it if it is not the sender's.",
  },
  unknown_resident: {
    why: "No facility knows the resident yet",
    todo: "Wait for the facility's own message. Check the assigning authority of the number.",
  },
  unknown_number: {
    why: "The type of its patient numbers is not known",
    todo: "Say in the codes of its sender which PID-3.5 is MR or PI.",
  },
  not_yet: {
    why: "It tells of a visit at a time that is still to come",
    todo: "Nothing: it is tried again. If it is of now, have the sender set its clock.",
  },
  too_many_messages: {
    why: "Too many messages tell of this resident",
    todo: "See whether its number is of many residents. Drop what is not theirs, and try it again.",
  },
  nothing_to_merge: {
    why: "Nobody is known by the number that it merges",
    todo: "Wait for a message with that number, or drop it.",
  },
  no_stay: {
    why: "The resident has no stay there",
    todo: "Wait for the admission, or have the sender send it again.",
  },
  nothing_to_cancel: {
    why: "What it cancels has not come",
    todo: "Wait for the message that it cancels, or drop it.",
  },
  stay_in_census: {
    why: "The census has the stay that it cancels",
    todo: "Import the census without that stay, or drop the message.",
  },
  failed: {
    why: "A fault of the program stopped it",
    todo: "Try it again. If it fails again, tell those who run Sojourn.",
  },
  no_patient_number: {
    why: "It has no patient number",
    todo: "Have the sender fill PID-3 with a number of type MR or PI, in FHIR Patient.identifier.",
  },
  too_many_numbers: {
    why: "It has too many patient numbers",
    todo: `Have the sender name no more than ${MOST_NUMBERS} in PID-3 and MRG-1.`,
  },
  no_time: {
    why: "It has no time",
    todo: "Have the sender fill EVN-2 or MSH-7, in FHIR Encounter.period.",
  },
  bad_time: {
    why: "It has a time that cannot be read",
    todo: "Have the sender write its times as HL7 or FHIR do, with a day at least.",
  },
  no_merged_number: {
    why: "It merges, but names no number to merge",
    todo: "Have the sender fill MRG-1.",
  },
  merged_with_itself: {
    why: "It merges a number with itself",
    todo: "Have the sender correct PID-3 or MRG-1.",
  },
  malformed: {
    why: "It does not have the form of its standard",
    todo: "Have the sender correct it.",
  },
  deletion: {
    why: "It deletes a visit or patient without saying whose",
    todo: "Have the sender send the Encounter as entered-in-error.",
  },
} as const satisfies Record<string, ReasonWords>;

export type MessageReasonName = keyof typeof MESSAGE_REASONS;

export const MESSAGE_REASON_NAMES = Object.keys(MESSAGE_REASONS) as [
  MessageReasonName,
  ...MessageReasonName[],
];

/** Reasons for which a message can never be used; for any other one it waits. */
const NEVER_USED: ReadonlySet<MessageReasonName | null> =
  new Set<MessageReasonName>([
    "no_patient_number",
    "too_many_numbers",
    "no_time",
    "bad_time",
    "no_merged_number",
    "merged_with_itself",
    "malformed",
    "deletion",
  ]);

/** True where messages with this reason are among those that are listed; `status` null: those that wait or cannot be used. */
export function isListed(
  reason: MessageReasonName | null,
  status: MessageStatusName | null,
): boolean {
  switch (status) {
    case null:
      return true;
    case "waiting":
      return !NEVER_USED.has(reason);
    case "unusable":
      return NEVER_USED.has(reason);
    default:
      return false;
  }
}

/** Heading of a list of messages: of those that wait or cannot be used, or of a status. */
export function messagesTitle(status: MessageStatusName | null): string {
  switch (status) {
    case null:
      return "Messages that wait or cannot be used";
    case "waiting":
      return "Messages that wait";
    default:
      return `Messages: ${MESSAGE_STATUSES[status].toLowerCase()}`;
  }
}

/** What an account manager can have done with a message. */
export const MESSAGE_ACTIONS = ["retry", "drop", "restore"] as const;
export type MessageAction = (typeof MESSAGE_ACTIONS)[number];

const POSSIBLE: Readonly<Record<MessageStatusName, readonly MessageAction[]>> =
  {
    stored: ["drop"],
    used: ["drop"],
    waiting: ["retry", "drop"],
    aside: [],
    unusable: ["drop"],
    dropped: ["restore"],
  };

/** What can be done with a message of a status (R289). */
export function actionsFor(
  status: MessageStatusName,
): readonly MessageAction[] {
  return POSSIBLE[status];
}

/** Whether a message waits for somebody to say whose it is. */
export function waitsForSender(reason: MessageReasonName | null): boolean {
  return reason === "unknown_sender" || reason === "unknown_facility";
}
