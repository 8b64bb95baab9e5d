import type { Validator } from "remix-validated-form";

export const LOGIN_FORM_ID = "login";

export interface LoginFields {
  username: string;
  password: string;
}

/** What the form asks for; bounds are the API host's (dashboard spec §5). */
export const MISSING: Record<keyof LoginFields, string> = {
  username: "Enter your username",
  password: "Enter your password",
};

/**
 * The check in the browser, before a round trip. The server's own is by a schema; asking for two texts is not worth
 * the 16 KB of zod on the one page that everybody waits for.
 */
export const loginValidator: Validator<LoginFields> = {
  async validate(typed) {
    const given: Record<string, unknown> =
      typed instanceof FormData ? Object.fromEntries(typed) : typed;
    const username = textOf(given.username).trim();
    const password = textOf(given.password);
    const fieldErrors = {
      ...(username === "" && { username: MISSING.username }),
      ...(password === "" && { password: MISSING.password }),
    };
    return username === "" || password === ""
      ? { data: undefined, error: { fieldErrors }, submittedData: given }
      : {
          data: { username, password },
          error: undefined,
          submittedData: given,
        };
  },
};

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * What the login page has after a post that did not sign in: field errors, or the host's refusal in the words of
 * dashboard spec §8. The username is kept, the password never.
 */
export interface LoginRefusal {
  /** Why the host refused; not there for field errors. */
  error?: string;
  /** The host's message, where it sent an error as well. */
  info?: string;
  fieldErrors: { username?: string; password?: string };
  repopulateFields?: { username?: string };
  formId?: string;
}
