/** Why groups of the organisation let nobody in: what the page after its login says. */
export const groupWords = {
  "no group":
    "None of your groups gives access here. Contact your account manager or your IT team.",
  "too many":
    "You are in too many groups for your organisation's login to list. Ask your IT team to send only the groups for this portal.",
  "not said":
    "Your organisation's login does not send your groups. Ask your IT team to add them.",
  "too many places":
    "Your groups give more locations than one user can have. Contact your account manager.",
  noName:
    "Your organisation's login does not send your username. Ask your IT team to add the preferred username.",
  rightsByGroups:
    "This user logs in with an organisation account. Groups there set access level and locations. Change the groups, or unlink the account to set access here.",
} as const;
