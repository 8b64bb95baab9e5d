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
    "Whoever manages this group in your organisation then decides who is an account manager here.",
  managersLose:
    "If you change the name or access level, account managers in this group lose that level. That includes you if it is your group.",
  noChangeSeen: "The change cannot be shown here.",
} as const;
