import type { z } from "zod";
import type { AnyEndpoint } from "~/contract/endpoint";
import type { SignedIn } from "~server/auth/sessions";
import type { Entry } from "./doors";
import type { PublicCall } from "./handler";

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** A call as it comes to a door. */
export interface Arrival extends Omit<
  PublicCall<never, never, never>,
  keyof RawInput
> {
  /** Throws 401 where nobody is signed in. */
  authenticate(): Promise<Omit<SignedIn, "token">>;
  /** Reads what was sent, once it is known who sent it. */
  read(): RawInput | Promise<RawInput>;
}

/** The answer of the endpoint, or why it does not take the call: another one of the same path may. */
export type Ran = { answer: unknown } | { mismatch: string };

/** Checks the session first (401), then path, query and body by the endpoint's shapes, and has it answered. */
export async function runEntry(
  { target, isPublic, handle }: Entry,
  { authenticate, read, ...arrival }: Arrival,
): Promise<Ran> {
  const signedIn = isPublic ? null : await authenticate();
  const input = readInput(target, await read());
  if ("mismatch" in input) return input;
  const call = { ...arrival, ...input };
  if (!signedIn) return { answer: await handle(call as never) };
  const { viewer, userId, username, sessionId } = signedIn;
  const user = { id: userId, username };
  return { answer: await handle({ ...call, viewer, userId, user, sessionId }) };
}

function readInput(
  target: AnyEndpoint,
  raw: RawInput,
): RawInput | { mismatch: string } {
  const params = parse(target.params, raw.params);
  const query = parse(target.query, raw.query);
  const body = parse(target.body, raw.body);
  const failure = params.error ?? query.error ?? body.error;
  if (!failure) {
    return { params: params.data, query: query.data, body: body.data };
  }
  const issue = failure.issues[0];
  return { mismatch: `${issue?.path.join(".")}: ${issue?.message}` };
}

/** The types of any endpoint's shapes are `any`. */
function parse(
  shape: z.ZodTypeAny,
  raw: unknown,
): z.SafeParseReturnType<unknown, unknown> {
  return shape.safeParse(raw);
}
