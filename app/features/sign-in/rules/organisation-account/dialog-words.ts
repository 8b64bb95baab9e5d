export const dialogWords = {
  notLinked:
    "This user has no organisation account yet. A code links it, and they log in with it from then on:",
  how: "They choose the organisation's login on the login page and type the code once. A code is valid for 24 hours.",
  makeCode: "Make a code",
  makeNewCode: "Make a new code",
  codeUntil: "A code is good until",
  newEndsOld: "A new code replaces it.",
  code: "Code",
  shownAWhile:
    "Shown for ten minutes, or until you make another. Give it only to this person: whoever types it logs in as this user.",
  goodUntil: "Good until",

  linkedSince: "This user has logged in with an organisation account since",
  unlink: "Unlink",
  confirm: "Unlinking logs the user out.",
  thenCodeOrPassword:
    "They then need a new code, or their password if they have one.",
  thenCode: "They then need a new code.",
  byGroups:
    "Groups at the organisation's login set access level and locations. There is no password.",
  confirmByGroups:
    "Unlinking logs the user out, and you set their access from then on. Give them a code: without one, their next login creates another user.",
  wasUnlinked: "The organisation account is unlinked.",
  none: "This user has no organisation account.",

  emergency: "Emergency account",
  isEmergency: "This user is an emergency account.",
  noEmergency: "This user is not an emergency account.",
  whatEmergency:
    "An emergency account can log in with its password when passwords are closed for everyone else. Account managers are notified of each login.",
  unmarkEnds:
    "Ending it also ends their password sessions when passwords are closed for everyone else.",
  mark: "Make it an emergency account",
  unmark: "End the emergency account",
  wasMarked: "This user is an emergency account now.",
  wasUnmarked: "This user is no longer an emergency account.",
  wasNone: "This user was not an emergency account.",
} as const;
