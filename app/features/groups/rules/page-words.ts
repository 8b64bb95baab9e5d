export const groupPageWords = {
  title: "Groups",
  heading: "What groups may see",
  sentence:
    "Groups in the organisation's login can give users their access. This table says what each group gives.",
  several:
    "Users in several groups get the highest access level, with all locations of the groups at that level.",
  severalIsnp:
    "'ISNP only' limits users to ISNP residents, unless another group gives the same locations without it.",
  afterChange:
    "After a change, these users are checked again. Some may have to log in again, including you.",
  none: "No groups yet. Add a group to say what its users may see.",
  add: "Add group",
  addTitle: "Add Group",
  editTitle: "Edit Group",
  removeTitle: "Remove Group",
  edit: "Edit",
  remove: "Remove",
  actions: "Actions",
  cancel: "Cancel",

  name: "Group",
  label: "Label",
  level: "Access level",
  location: "Location",
  isnp: "ISNP only",
  yes: "Yes",
  no: "No",

  confirm:
    "This removes the group from the table. Its users lose what it gives them:",
  managersLose:
    "Account managers in this group lose that level on their next page, including you if it is your group.",
  removeGroup: "Remove group",

  added: "Group added",
  updated: "Group updated",
  removed: "Group removed",
  alreadyRemoved: "This group was already removed.",
  goneMeanwhile: "This group was removed. Nothing was saved.",
} as const;
