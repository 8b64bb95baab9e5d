/** Why groups of the organisation let nobody in: what the page after its login says. */
export const groupWords = {
  "no group":
    "None of your groups at your organisation's login gives entry here. Ask the person who gives out accounts here, or who looks after groups in your organisation.",
  "too many":
    "You are in so many groups that your organisation's login does not name them. Whoever looks after it has to name those alone that are for here.",
  "not said":
    "Your organisation's login does not name your groups. Whoever looks after it has to add them to what it says.",
  "too many places":
    "Your groups give more places than one user can have. Ask the person who gives out accounts here.",
  noName:
    "Your organisation's login gives no name of yours. Whoever looks after it has to add the preferred username to what it says.",
  rightsByGroups:
    "This user logs in with an organisation account, and has access level and places by groups there, and no password. Change the groups, or unlink the account to decide here.",
} as const;
