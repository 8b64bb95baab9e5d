export const groupRuleWords = {
  nameMissing: "Group is required",
  nameTooLong: "A group's name can have at most 300 characters",
  labelTooLong: "A label can have at most 100 characters",
  characters: "This text has hidden characters",
  levelNotForGroups: "A group cannot give this access level",
  nameTaken: "This group is in the table already",
  tooMany: "The table can have at most 500 groups. Remove some first.",
  staleEdit: "Someone else changed this group after you opened the form.",
} as const;
