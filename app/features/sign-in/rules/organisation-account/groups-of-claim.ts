/** What the groups of who has no user yet come to: they let in, or give nothing, for the reason that is named. */
export const GROUPS_OF_CLAIM = [
  "let in",
  "no group",
  "too many",
  "not said",
  "too many places",
] as const;

export type GroupsOfClaim = (typeof GROUPS_OF_CLAIM)[number];
