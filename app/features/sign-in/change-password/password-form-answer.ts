import {
  OWN_PASSWORD_FIELDS,
  type OwnPasswordErrors,
  type TypedOwnPassword,
} from "~/features/users/rules/own-password-rules";

/** What the page has after a post that changed no password. It never holds what was typed. */
export interface PasswordRefusal {
  error?: string;
  fieldErrors: OwnPasswordErrors;
}

/** What the form holds, be it in the browser or sent; anything but a text is nothing. */
export function readPasswordForm(form: FormData): TypedOwnPassword {
  const entries = OWN_PASSWORD_FIELDS.map((name) => {
    const [value, ...more] = form.getAll(name);
    return [name, typeof value === "string" && !more.length ? value : ""];
  });
  return Object.fromEntries(entries) as TypedOwnPassword;
}
