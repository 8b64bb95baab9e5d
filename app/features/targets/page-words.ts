/** Apart from the words of verdicts, which would bring the words of charts into browsers. */
export const targetWords = {
  title: "Targets",
  about: "The nearest target above counts until a place has its own.",
  inForce: "In force",
  endedList: "Ended",
  noneEnded: "None.",
  columns: {
    measure: "Measure",
    target: "Target",
    from: "From",
    reason: "Reason",
    place: "Place",
    written: "Set by",
    ended: "Ended by",
  },
  none: "No target is set.",
  company: "Company",
  mayNotWrite: "Your account can view this but not change it.",
  failed: "Targets were not retrieved due to a system error.",
  form: {
    heading: "Set a target",
    measure: "Measure",
    choose: "Choose a measure",
    value: "Target",
    valueHint: "Percent, or per 1,000. Lower is better.",
    from: "From",
    reason: "Why",
    reasonHint: "Do not name residents.",
    set: "Set the target",
    done: "The target is set.",
  },
  question: {
    title: "End a target",
    end: "End the target",
  },
  changes: [
    "Charts and lists no longer show it, here and at the places below.",
    "The target of a place above counts again, if there is one.",
    "It stays on the list of ended targets.",
  ],
  end: "End",
  ended: "The target has ended.",
  conflict: "Someone else ended this target.",
} as const;

export const END_ID = "end-target";

export const endLinkId = (id: number) => `${END_ID}-${id}`;
