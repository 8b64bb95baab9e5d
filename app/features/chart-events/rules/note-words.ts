import type { NoteKind } from "~/domain/graphs/note-kinds";

export const LONGEST_NOTE = 120;

export const EDIT_ID = "edit-note";

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
    ended: "Removed by",
  },
  inForce: "Shown on the charts",
  endedList: "Removed",
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
      changed: "Event changed.",
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
      changed: "Phase changed.",
    },
  },
  choose: "Choose a month",
  endings: {
    event: { title: "Remove an event", submit: "Remove the event" },
    phase: { title: "Remove a phase", submit: "Remove the phase" },
  },
  end: "Remove",
  /** The page without scripts lands at this question. */
  endId: "end-note",
  edit: "Edit",
  actions: "Edit or remove",
  cancel: "Cancel",
  ended: "Event removed from the charts.",
  conflict: "Someone else removed this entry.",
} as const;
