/** Texts of the dialog that links a user with their organisation account, and unlinks them. */
export const dialogWords = {
  notLinked:
    "This user has no organisation account yet. With a code they claim it, and sign in with that from then on:",
  how: "They choose the organisation's login on the login page, and type the code once. A code is good for 24 hours.",
  makeCode: "Make a code",
  makeNewCode: "Make a new code",
  codeUntil: "A code is good until",
  newEndsOld: "A new one takes its place.",
  code: "Code",
  shownAWhile:
    "It is shown here for ten minutes, or until you make another. Hand it to this person and to nobody else: whoever types it signs in as this user.",
  goodUntil: "Good until",

  linkedSince: "This user has signed in with an organisation account since",
  unlink: "Unlink",
  confirm: "Unlinking signs the user out at once.",
  thenCodeOrPassword:
    "They then need a new code, or their password where they have one.",
  thenCode: "They then need a new code.",
  byGroups:
    "Access level and places follow the groups that the organisation's login names. There is no password.",
  confirmByGroups:
    "Unlinking signs the user out at once, and you decide from then on what they may see. Give them a code then: without one their next login makes another user.",
  wasUnlinked: "The organisation account is unlinked.",
  none: "This user has no organisation account.",

  emergency: "Emergency account",
  isEmergency: "This user is an emergency account.",
  noEmergency: "This user is no emergency account.",
  whatEmergency:
    "An emergency account can log in with its password when passwords are closed for everybody else. Account managers are told of each such login.",
  unmarkEnds:
    "Ending it ends their sessions by password at once, where passwords are closed for everybody else.",
  mark: "Make it an emergency account",
  unmark: "End the emergency account",
  wasMarked: "This user is an emergency account now.",
  wasUnmarked: "This user is no emergency account any more.",
  wasNone: "This user was no emergency account.",
} as const;
