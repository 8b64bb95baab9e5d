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
