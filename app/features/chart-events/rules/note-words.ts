import type { NoteKind } from "~/domain/graphs/note-kinds";

/** Longest text of a note, in characters. */
export const LONGEST_NOTE = 120;

/** Texts of the page of events and phases. */
export const noteWords = {
  title: "Events and phases",
  about:
    "Events appear on these charts and on those of every level below. Phases apply to these charts only.",
  kinds: {
    event: "Event",
    phase: "Phase",
  } satisfies Record<NoteKind, string>,
  all: "All graphs",
  nav: "Graphs of the list",
  columns: {
    what: "What",
    when: "When",
    graphs: "Graphs",
    text: "Text",
    place: "Place",
    written: "Written by",
    ended: "Ended by",
  },
  inForce: "Shown on the charts",
  endedList: "Ended",
  company: "Company",
  none: "No events or phases yet.",
  noneEnded: "None.",
  mayNotWrite: "Your account can view this but not change it.",
  failed: "Events and phases were not retrieved due to a system error.",
  noNames: "Do not name residents.",
  forms: {
    event: {
      heading: "Add an event",
      about: "Numbered on the charts.",
      text: "What happened",
      from: "Day",
      add: "Add the event",
      edit: "Edit the event",
      save: "Save the event",
      done: "The event is on the charts.",
    },
    phase: {
      heading: "Begin a phase",
      about:
        "For a lasting change in care. Mean and limits restart with this month.",
      text: "Reason",
      from: "First month",
      add: "Begin the phase",
      edit: "Edit the phase",
      save: "Save the phase",
      done: "The phase has begun.",
    },
  },
  choose: "Choose a month",
  /** What is asked before an entry is ended (R379). */
  endings: {
    event: { title: "End an event", end: "End the event" },
    phase: { title: "End a phase", end: "End the phase" },
  },
  end: "End",
  edit: "Edit",
  actions: "Edit or end",
  cancel: "Cancel",
  ended: "Event removed from the charts.",
  conflict: "Someone else removed this entry.",
} as const;
