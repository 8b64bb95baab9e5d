/** Texts of sign-ins with an organisation account that server and pages share. */
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
