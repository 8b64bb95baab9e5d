import type { z } from "zod";
import { initialPasswordWords } from "~/features/users/rules/password-rules";
import type { AnyEndpoint } from "~/contract/endpoint";
import type { SignedIn } from "~server/auth/sessions";
import { Refusal } from "~server/refusal";
import type { Entry } from "./doors";
import type { PublicCall } from "./handler";

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

export interface Arrival extends Omit<
  PublicCall<never, never, never>,
  keyof RawInput
> {
  /** Throws 401 if nobody is logged in. */
  authenticate(): Promise<Omit<SignedIn, "token">>;
  read(): RawInput | Promise<RawInput>;
}

/** Checks the session first (401), then the input (400), and calls the handler. */
export async function runEntry(
  { target, isPublic, handle }: Entry,
  { authenticate, read, ...arrival }: Arrival,
): Promise<unknown> {
  const signedIn = isPublic ? null : await authenticate();
  const call = { ...arrival, ...readInput(target, await read()) };
  if (!signedIn) return handle(call as never);
  const { viewer, userId, username, sessionId } = signedIn;
  const user = { id: userId, username };
  return handle({ ...call, viewer, userId, user, sessionId });
}

function readInput(target: AnyEndpoint, raw: RawInput): RawInput {
  const params = parse(target.params, raw.params);
  const query = parse(target.query, raw.query);
  const body = parse(target.body, raw.body);
  const failure = params.error ?? query.error ?? body.error;
  if (!failure) {
    return { params: params.data, query: query.data, body: body.data };
  }
  const issue = failure.issues[0];
  throw new Refusal(400, `${issue?.path.join(".")}: ${issue?.message}`);
}

/** Isolates the `any` of generic shapes. */
function parse(
  shape: z.ZodTypeAny,
  raw: unknown,
): z.SafeParseReturnType<unknown, unknown> {
  return shape.safeParse(raw);
}

/** Throws 403 if the user must first change a password set by somebody else (R536). */
export function requireOwnPassword({
  needsOwnPassword,
}: Pick<SignedIn, "needsOwnPassword">): void {
  if (!needsOwnPassword) return;
  throw new Refusal(403, initialPasswordWords.first, {
    code: "password_is_initial",
  });
}
