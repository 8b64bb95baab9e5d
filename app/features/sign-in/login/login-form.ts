/** Who logs in with a password: everybody, nobody, or holders of emergency accounts. */
export type LoginForm = "usual" | "none" | "emergency";

type LoginField = "username" | "password";

export type LoginFieldErrors = Partial<Record<LoginField, string>>;

/** What the form asks for; bounds are the API host's (R127). */
export const MISSING: Record<LoginField, string> = {
  username: "Enter your username",
  password: "Enter your password",
};

/**
 * The check in the browser, before a round trip; null where nothing is missing. The server's own is by a schema:
 * asking for two texts is not worth the bytes of zod and a form library on the one page that everybody waits for.
 */
export function findMissing(form: FormData): LoginFieldErrors | null {
  const errors: LoginFieldErrors = {
    ...(textOf(form.get("username")).trim() === "" && {
      username: MISSING.username,
    }),
    ...(textOf(form.get("password")) === "" && { password: MISSING.password }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}

/**
 * What the login page has after a post that did not sign in: field errors, or the host's refusal
 * (R130). The username is kept, the password never.
 */
export interface LoginRefusal {
  /** Why the host refused; not there for field errors. */
  error?: string;
  /** The host's message, where it sent an error as well. */
  info?: string;
  fieldErrors: LoginFieldErrors;
  repopulateFields?: { username?: string };
}
