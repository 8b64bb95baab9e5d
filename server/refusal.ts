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

export type RefusalStatus = keyof typeof CODES;

interface RefusalFacts {
  /** Omitted if the status says everything. */
  code?: "username_taken" | "version_is_old" | "password_is_initial";
  field?: string;
  /** What is wrong with each field; of one field by default. */
  problems?: readonly FieldProblem[];
  headers?: Record<string, string>;
}

interface FieldProblem {
  field: string;
  text: string;
}

/** Thrown below a handler; answered as `{error, code, field}` with the status. */
export class Refusal extends Error {
  /** In development a rebuild creates this class again while the data server keeps the old one, so `instanceof` fails. */
  readonly isRefusal = true;
  readonly headers: Record<string, string>;
  readonly body: ErrorBody;
  /** For the portal; the body has the first one. */
  readonly problems: readonly FieldProblem[];

  constructor(
    readonly status: RefusalStatus,
    readonly words: string,
    { code, field, problems, headers = {} }: RefusalFacts = {},
  ) {
    super(words);
    this.name = "Refusal";
    this.headers = headers;
    this.problems = problems ?? (field ? [{ field, text: words }] : []);
    this.body = {
      error: words,
      code: code ?? CODES[status],
      ...(field === undefined ? {} : { field }),
    };
  }
}

export function refuseField(field: string, problem: string | null): void {
  if (problem !== null) throw new Refusal(400, problem, { field });
}

/** Refuses all problems together, so that a form can show them at once. */
export function refuseFields(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (first) {
    throw new Refusal(400, first.text, { field: first.field, problems });
  }
}

/** Somebody has changed it since it was opened. */
export function outdated(words: string): Refusal {
  return new Refusal(409, words, { code: "version_is_old" });
}

export function forbidden(): Refusal {
  return new Refusal(403, "You do not have access to this.");
}

export function notFound(): Refusal {
  return new Refusal(404, "This was not found.");
}

export function signedOut(): Refusal {
  return new Refusal(401, "You are not logged in, or your session has ended.");
}
