/** Texts of the pages of the table of groups (R444–R447). */
export const groupPageWords = {
  title: "Groups",
  heading: "What groups may see",
  sentence:
    "Users may have their access by their groups in the organisation's login. This table says what each group gives them.",
  several:
    "Who is in several groups has the highest access level among them, with the places of all groups of that level.",
  severalIsnp:
    "A group with 'ISNP only' limits them to ISNP residents everywhere, unless another group opens the same places without it.",
  afterChange:
    "After a change that login is asked about all of these users again. Some of them may have to log in again, you too.",
  none: "There are no groups yet. Add a group to say what its users may see.",
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
    "Account managers of this group lose that level with their next page, you too if you are one by this group.",
  removeGroup: "Remove group",

  added: "Group added",
  updated: "Group updated",
  removed: "Group removed",
  alreadyRemoved: "Somebody has already removed this group.",
  goneMeanwhile: "Somebody has removed this group. Nothing was saved.",
} as const;
