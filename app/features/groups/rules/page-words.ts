export const groupPageWords = {
  title: "Groups",
  several:
    "Users in several groups get the highest access level, with all locations of the groups at that level.",
  severalIsnp:
    "'ISNP only' limits users to ISNP residents, unless another group gives the same locations without it.",
  afterChange:
    "After a change, these users are checked again. Some may have to log in again, including you.",
  none: "No groups yet. Add a group to say what its users may see.",
  removeTitle: "Remove Group",
  edit: "Edit",
  remove: "Remove",
  actions: "Actions",
  name: "Group",
  label: "Label",
  level: "Access level",
  location: "Location",
  isnp: "ISNP only",
  yes: "Yes",
  no: "No",
  managers:
    "Whoever manages this group in your organisation then decides who is an account manager here.",
  managersLoseByEdit:
    "If you change the name or access level, account managers in this group lose that level. That includes you if it is your group.",
  managersLose:
    "Account managers in this group lose that level on their next page, including you if it is your group.",
  added: "Group added",
  updated: "Group updated",
  removed: "Group removed",
  alreadyRemoved: "This group was already removed.",
  goneMeanwhile: "This group was removed. Nothing was saved.",
} as const;
