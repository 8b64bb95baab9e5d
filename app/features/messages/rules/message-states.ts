import { MESSAGE_FAULTS, MOST_NUMBERS } from "./message-facts";

export const MESSAGE_STATUSES = {
  /** Or due to be applied again. */
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

export const MESSAGE_REASONS = {
  unknown_sender: {
    why: "Unknown sending application",
    todo: "Add it as a sender.",
  },
  unknown_facility: {
    why: "Unknown facility code for this sender",
    todo: "Match the code to a facility.",
  },
  wrong_origin: {
    why: "Came from an unapproved source",
    todo: "Compare its source with the sender's approved sources. Drop it if it is not theirs.",
  },
  unknown_resident: {
    why: "Resident not known at any facility yet",
    todo: "Wait for the facility's own message. Check the assigning authority of the number.",
  },
  unknown_number: {
    why: "Unknown type of patient number",
    todo: "In the sender's codes, say which PID-3.5 is MR or PI.",
  },
  ambiguous_number: {
    why: "Two residents have this record number",
    todo: "In the sender's codes, say which PID-3.4 is MRN. Drop what is not theirs.",
  },
  not_yet: {
    why: "The visit is in the future",
    todo: "Nothing: it is retried. If the visit is now, have the sender set its clock.",
  },
  too_many_messages: {
    why: "Too many messages for this resident",
    todo: "Check whether several residents share the number. Drop what is not theirs, and try again.",
  },
  nothing_to_merge: {
    why: "The number to merge is not known",
    todo: "Wait for a message with that number, or drop it.",
  },
  no_stay: {
    why: "The resident has no stay there",
    todo: "Wait for the admission, or have the sender send it again.",
  },
  nothing_to_cancel: {
    why: "Nothing to cancel yet",
    todo: "Wait for the message that it cancels, or drop it.",
  },
  stay_in_census: {
    why: "The census has the stay that it cancels",
    todo: "Import the census without that stay, or drop the message.",
  },
  failed: {
    why: "Stopped by a program error",
    todo: "Try again. If it fails again, contact your administrator.",
  },
  no_patient_number: {
    why: "No patient number",
    todo: "Have the sender fill PID-3 with a number of type MR or PI, in FHIR Patient.identifier.",
  },
  too_many_numbers: {
    why: "Too many patient numbers",
    todo: `Have the sender name no more than ${MOST_NUMBERS} in PID-3 and MRG-1.`,
  },
  no_time: {
    why: "No time",
    todo: "Have the sender fill EVN-2 or MSH-7, in FHIR Encounter.period.",
  },
  bad_time: {
    why: "Unreadable time",
    todo: "Have the sender write its times as HL7 or FHIR do, with a day at least.",
  },
  no_merged_number: {
    why: "Merge without a number",
    todo: "Have the sender fill MRG-1.",
  },
  merged_with_itself: {
    why: "Merges a number with itself",
    todo: "Have the sender correct PID-3 or MRG-1.",
  },
  malformed: {
    why: "Not valid HL7 or FHIR",
    todo: "Have the sender correct it.",
  },
  deletion: {
    why: "Deletes without naming a patient",
    todo: "Have the sender send the Encounter as entered-in-error.",
  },
} as const satisfies Record<string, { why: string; todo: string }>;

export type MessageReasonName = keyof typeof MESSAGE_REASONS;

export const MESSAGE_REASON_NAMES = Object.keys(MESSAGE_REASONS) as [
  MessageReasonName,
  ...MessageReasonName[],
];

/** Whether a list has messages with this reason. Status null: messages that wait or are unusable. */
export function isListed(
  reason: MessageReasonName | null,
  status: MessageStatusName | null,
): boolean {
  const isFault = MESSAGE_FAULTS.some((fault) => fault === reason);
  return status === null || status === (isFault ? "unusable" : "waiting");
}

export function messagesTitle(status: MessageStatusName | null): string {
  if (status === null) return "Waiting or unusable messages";
  return status === "waiting"
    ? "Waiting messages"
    : `Messages: ${MESSAGE_STATUSES[status].toLowerCase()}`;
}

export const MESSAGE_ACTIONS = ["retry", "drop", "restore"] as const;
export type MessageAction = (typeof MESSAGE_ACTIONS)[number];

export const ACTIONS_FOR: Readonly<
  Record<MessageStatusName, readonly MessageAction[]>
> = {
  stored: ["drop"],
  used: ["drop"],
  waiting: ["retry", "drop"],
  aside: [],
  unusable: ["drop"],
  dropped: ["restore"],
};

export function waitsForSender(reason: MessageReasonName | null): boolean {
  return reason === "unknown_sender" || reason === "unknown_facility";
}
