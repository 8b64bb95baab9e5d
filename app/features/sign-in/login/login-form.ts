import { textIn } from "~/domain/form-texts";

/** Who logs in with a password: everybody, nobody, or holders of emergency accounts. */
export type LoginForm = "usual" | "none" | "emergency";

type LoginField = "username" | "password";

export type LoginFieldErrors = Partial<Record<LoginField, string>>;

export const MISSING: Record<LoginField, string> = {
  username: "Enter your username",
  password: "Enter your password",
};

/** The browser's check before a round trip; the server's is a schema, too many bytes for the page that everybody waits for (R127). */
export function findMissing(form: FormData): LoginFieldErrors | null {
  const errors: LoginFieldErrors = {
    ...(textIn(form, "username").trim() === "" && {
      username: MISSING.username,
    }),
    ...(textIn(form, "password") === "" && { password: MISSING.password }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
}

/** Has field errors, or the host's refusal (R130). The username is kept, the password never. */
export interface LoginRefusal {
  error?: string;
  info?: string;
  fieldErrors: LoginFieldErrors;
  repopulateFields?: { username?: string };
}
