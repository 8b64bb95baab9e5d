/** Texts of the page on which users change their own password, beside those of reports spec §5 in `user-words.ts`. */
export const ownPasswordWords = {
  title: "Change Password",
  current: "Current password",
  password: "New password",
  confirm: "Confirm new password",
  submit: "Change password",
  cancel: "Cancel",
  endsOthers: "Your sessions in other browsers end with the old password.",

  currentMissing: "Current password is required",
  currentWrong: "The current password is not right",
  unchanged: "This is the password that you have now",
  tooManyTries: "Too many wrong passwords. Please wait before you try again.",
  elsewhere:
    "Passwords are not changed here. Ask whoever gave you your account where they are.",
  notSent:
    "You were logged out before your password was changed. Please type the passwords again.",
  changed: "Password changed successfully. Your other sessions have ended.",
} as const;
