import {
  OWN_PASSWORD_FIELDS,
  type OwnPasswordErrors,
  type TypedOwnPassword,
} from "~/features/users/rules/own-password-rules";

/** It never holds what was typed. */
export interface PasswordRefusal {
  error?: string;
  fieldErrors: OwnPasswordErrors;
}

/** Ignores anything but text. */
export function readPasswordForm(form: FormData): TypedOwnPassword {
  const entries = OWN_PASSWORD_FIELDS.map((name) => {
    const [value, ...more] = form.getAll(name);
    return [name, typeof value === "string" && !more.length ? value : ""];
  });
  return Object.fromEntries(entries) as TypedOwnPassword;
}
