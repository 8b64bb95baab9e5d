import type { ErrorBody } from "~/contract/wire";

const CODES = {
  400: "invalid",
  401: "signed_out",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  413: "too_large",
  429: "too_many_requests",
  500: "failed",
  503: "unavailable",
} as const;

/** Statuses with which a call is refused. */
export type RefusalStatus = keyof typeof CODES;

/** What programs read of a refusal; people read its words. */
interface RefusalFacts {
  /** Left out where the status says all that there is to say. */
  code?:
    | "username_taken"
    | "version_is_old"
    | "wrong_password"
    | "wrong_code"
    | "set_up_is_over"
    | "password_is_initial";
  field?: string;
  headers?: Record<string, string>;
}

/** Thrown anywhere below a handler; answered as `{error, code, field}` with the status. */
export class Refusal extends Error {
  /** In development a rebuild makes this class again, while the data server goes on with the one of before. */
  readonly isRefusal = true;
  readonly headers: Record<string, string>;
  readonly body: ErrorBody;

  constructor(
    readonly status: RefusalStatus,
    /** Shown to the user by the portal: whole words, no ids. */
    readonly words: string,
    { code, field, headers = {} }: RefusalFacts = {},
  ) {
    super(words);
    this.name = "Refusal";
    this.headers = headers;
    this.body = {
      error: words,
      code: code ?? CODES[status],
      ...(field === undefined ? {} : { field }),
    };
  }
}

/** Throws 400 with what is wrong with a field of the body, where anything is. */
export function refuseField(field: string, problem: string | null): void {
  if (problem !== null) throw new Refusal(400, problem, { field });
}

/** The viewer may not see what was asked for. */
export function forbidden(): Refusal {
  return new Refusal(403, "You do not have access to this.");
}

/** What was asked for does not exist, and the viewer could have seen it. */
export function notFound(): Refusal {
  return new Refusal(404, "This was not found.");
}

/** Nobody is signed in by that token, or no more. */
export function signedOut(): Refusal {
  return new Refusal(401, "You are not logged in, or your session has ended.");
}
