import { PASSWORD_LENGTH, passwordProblem } from "./password-rules";
import { userWords } from "./words";

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

export const OWN_PASSWORD_FIELDS = [
  "currentPassword",
  "password",
  "confirmPassword",
] as const;

export type OwnPasswordField = (typeof OWN_PASSWORD_FIELDS)[number];

export type TypedOwnPassword = Readonly<Record<OwnPasswordField, string>>;

export type OwnPasswordErrors = Partial<Record<OwnPasswordField, string>>;

/** The errors of the form by field (R216); null if there are none. The API host checks the current password. */
export function ownPasswordErrors(
  typed: TypedOwnPassword,
): OwnPasswordErrors | null {
  const current = currentProblem(typed.currentPassword);
  const password = passwordProblem(typed.password, { allowsDemo: true });
  const confirm = confirmProblem(typed);
  const errors = {
    ...(current !== null && { currentPassword: current }),
    ...(password !== null && { password }),
    ...(confirm !== null && { confirmPassword: confirm }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
}

function currentProblem(current: string): string | null {
  if (current === "") return ownPasswordWords.currentMissing;
  // Hosts accept no longer password.
  return current.length > PASSWORD_LENGTH.max
    ? ownPasswordWords.currentWrong
    : null;
}

function confirmProblem({
  password,
  confirmPassword,
}: TypedOwnPassword): string | null {
  if (confirmPassword === "") return userWords.missing.confirmPassword;
  if (confirmPassword.length < PASSWORD_LENGTH.min) {
    return userWords.passwordTooShort;
  }
  return confirmPassword === password ? null : userWords.passwordsDiffer;
}
