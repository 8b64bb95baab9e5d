/** Texts of the form of a group, which comes later than its page (R445, R447). */
export const groupFormWords = {
  add: "Add group",
  save: "Save changes",
  cancel: "Cancel",

  name: "Group",
  nameHint: "Its name or id, exactly as the organisation's login has it",
  label: "Label",
  labelHint: "What you call the group, where its name is hard to read",
  level: "Access level",
  managers:
    "Whoever administers groups at the organisation then makes account managers.",
  noChangeSeen: "The change cannot be shown here.",
} as const;
