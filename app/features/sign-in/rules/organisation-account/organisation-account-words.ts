export const organisationWords = {
  away: "Your organisation's login cannot be reached right now.",
  over: "This login took too long, or was started in another window. Please start again.",
  denied: "Your organisation's login did not let you in.",
  notTrusted:
    "The answer from your organisation's login could not be checked, so you are not logged in. Contact your account manager.",
  wrongCode:
    "This code is wrong, expired, or already used. Ask your account manager for a new one.",
  noCode: "This is not a code. A code has 16 characters.",
  alreadyLinked: "This user has an organisation account. Unlink it first.",
  ownCode: "Another account manager makes the code for your own account.",
} as const;

export const emergencyWords = {
  noPassword:
    "This user has no password. Set one first, for logging in during an emergency.",
  ownMark: "Another account manager does this for your own account.",
} as const;

/** The page after the organisation's login says why its groups let nobody in. */
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

/** For people without a user yet: their groups let them in, or the named reason. */
export const GROUPS_OF_CLAIM = [
  "let in",
  "no group",
  "too many",
  "not said",
  "too many places",
] as const;

export type GroupsOfClaim = (typeof GROUPS_OF_CLAIM)[number];
