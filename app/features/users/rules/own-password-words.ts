/** Texts of the page on which users change their own password, beside those of `user-words.ts`. */
export const ownPasswordWords = {
  title: "Change Password",
  current: "Current password",
  password: "New password",
  confirm: "Confirm new password",
  submit: "Change password",
  cancel: "Cancel",
  endsOthers:
    "When you change your password, you are logged out in all other browsers.",

  ofOrganisation:
    "You logged in with your organisation account. This password is the other way in: the one of your username.",

  without:
    "You log in with your organisation account, and have no password here.",
  closed:
    "You logged in with your organisation account. Passwords here are only for emergency accounts. If yours is one, log in with it to change its password.",

  currentMissing: "Current password is required",
  currentWrong: "The current password is wrong",
  unchanged: "This is already your password",
  changed:
    "Password changed successfully. You are logged out in all other browsers.",
} as const;
