/** Who logs in with a password: everybody, nobody, or holders of emergency accounts. */
export type LoginForm = "usual" | "none" | "emergency";

type LoginField = "username" | "password";

export type LoginFieldErrors = Partial<Record<LoginField, string>>;

const MISSING: Record<LoginField, string> = {
  username: "Enter your username",
  password: "Enter your password",
};

/** What is not filled in, in the browser before a round trip and on the server; null where nothing is missing (R127). */
export function findMissing(form: {
  get(name: LoginField): unknown;
}): LoginFieldErrors | null {
  const errors: LoginFieldErrors = {
    ...(textOf(form.get("username")).trim() === "" && {
      username: MISSING.username,
    }),
    ...(textOf(form.get("password")) === "" && { password: MISSING.password }),
  };
  return Object.keys(errors).length === 0 ? null : errors;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * What the login page has after a post that did not sign in: field errors, or the host's refusal
 * (R130). The username is kept, the password never.
 */
export interface LoginRefusal {
  error?: string;
  info?: string;
  fieldErrors: LoginFieldErrors;
  repopulateFields?: { username?: string };
}
