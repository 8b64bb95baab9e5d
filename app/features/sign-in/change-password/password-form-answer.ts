import { onlyText } from "~/domain/form-texts";
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

export function readPasswordForm(form: FormData): TypedOwnPassword {
  return Object.fromEntries(
    OWN_PASSWORD_FIELDS.map((name) => [name, onlyText(form, name)]),
  ) as TypedOwnPassword;
}
