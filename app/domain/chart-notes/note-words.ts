import type { NoteKind } from "./note-kinds";

/** Longest text of a note, in characters. */
export const LONGEST_NOTE = 120;

/** Texts of the page of events and phases. */
export const noteWords = {
  title: "Events and phases",
  about:
    "What happened, and when the charts begin anew. Events are drawn on the charts of this place and of all places in it. Phases are of this place alone.",
  kinds: {
    event: "Event",
    phase: "Phase",
  } satisfies Record<NoteKind, string>,
  graphs: "Graphs",
  all: "All graphs",
  nav: "Graphs of the list",
  columns: {
    what: "What",
    when: "When",
    text: "Text",
    place: "Place",
    written: "Written by",
    ended: "Ended by",
  },
  inForce: "Shown on the charts",
  endedList: "Ended",
  company: "Company",
  none: "Nothing is written on these charts.",
  noneEnded: "Nothing was ended.",
  mayNotWrite: "Your account may read this and not change it.",
  failed: "Events and phases were not retrieved due to a system error.",
  noNames: "Name no resident: all who see these charts read it.",
  forms: {
    event: {
      heading: "Add an event",
      about: "It gets a number on the charts.",
      text: "What happened",
      from: "Day",
      add: "Add the event",
      done: "The event is on the charts.",
    },
    phase: {
      heading: "Begin a phase",
      about:
        "Do this when the work has changed for good, and you know why. Mean and limits are worked out anew from this month on.",
      text: "Reason",
      from: "First month",
      add: "Begin the phase",
      done: "The phase has begun.",
    },
  },
  choose: "Choose a month",
  end: "End",
  ended: "Event removed from the charts.",
  conflict: "Somebody else has ended this entry.",
} as const;
