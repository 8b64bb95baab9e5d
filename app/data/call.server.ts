import type { z } from "zod";
import { ACCESS_TOKEN_HEADER, REFRESH_TOKEN_HEADER } from "~/contract/auth";
import { readingCells } from "~/contract/cells";
import type { DeepReadonly } from "~/contract/deep-readonly";
import { endpointPath, type Endpoint } from "~/contract/endpoint";
import { errorBody } from "~/contract/wire";
import { isIsoDay, type IsoDay } from "~/domain/calendar";
import { log } from "~/log.server";
import {
  callInProcess,
  type DoorAnswer,
  type InProcessCaller,
  type OwnSession,
} from "./in-process.server";
import { apiHost } from "./upstream.server";
import {
  UpstreamFailure,
  type Upstream,
  type UpstreamAnswer,
} from "./upstream-failure.server";

const DEFAULT_DEADLINE_MS = 5_000;
/** The answer has the wrong shape (R55). */
export const SHAPE_FAILURE_STATUS = 504;

const UNREACHABLE_STATUS = 503;
const TIMEOUT_STATUS = 504;
const MAX_MESSAGE_LENGTH = 500;

type Shape = z.ZodTypeAny;

/** What came of a call: data of the endpoint's shape, nothing (204), or a failure. Calls never throw. */
export type Outcome<T> =
  | { kind: "data"; answer: T }
  /** `through`: the last day of the data, which end before the days that were asked for. */
  | { kind: "empty"; through?: IsoDay }
  | CallFailure;

export interface CallFailure {
  kind: "failure";
  status: number;
  message?: string | undefined;
  error?: string | undefined;
  /** Field of the body that the host blames, as the contract names it. */
  field?: string | undefined;
  /** What is wrong with each field, if our own data server says so. */
  problems?: readonly { field: string; text: string }[];
  /** `Retry-After` of the host, for 429 and 503. */
  retryAfter?: string | undefined;
  /** `cancelled` by the caller's own signal. */
  reason: "host" | "shape" | "unreachable" | "timeout" | "cancelled";
}

type Refused = Extract<DoorAnswer, { kind: "refused" }>["refusal"];

/** Values of a call as the contract's shapes give them: ids are numbers, flags booleans. */
export interface CallInput<P extends Shape, Q extends Shape, B extends Shape> {
  params?: z.infer<P>;
  query?: z.infer<Q>;
  body?: DeepReadonly<z.infer<B>>;
}

export interface CallContext {
  /** The session token; null for the calls that begin a session, and where the data server is in this process. */
  token: string | null;
  /** The session at the data server in this process, judged already but for the call that ends it. */
  own?: OwnSession | Pick<OwnSession, "sessionId"> | undefined;
  /** Passed on as `x-request-id`, so that one page's calls can be found in both logs. */
  requestId: string;
  refreshToken?: string | undefined;
  /** Address of the browser, for the login delay of the data server. */
  clientAddress?: string | undefined;
  deadlineMs?: number | undefined;
  /** Aborted when nobody waits for the answer. */
  signal?: AbortSignal | undefined;
}

/** Calls as the signed-in user. */
export type Call = <
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Shape,
>(
  target: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q, B>,
  options?: Pick<CallContext, "deadlineMs" | "signal">,
) => Promise<Outcome<DeepReadonly<z.infer<A>>>>;

export async function call<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Shape,
>(
  target: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q, B>,
  context: CallContext,
): Promise<Outcome<DeepReadonly<z.infer<A>>>> {
  const started = performance.now();
  const outcome = apiHost
    ? await askHost(apiHost.ask, target, input, context)
    : await callInProcess(target, input, callerOf(context)).then(
        outcomeOf<DeepReadonly<z.infer<A>>>,
        failureOf,
      );
  const failed = outcome.kind === "failure" ? outcome : null;
  log[failed && isWorthAWarning(failed) ? "warn" : "debug"](
    {
      event: "upstream.call",
      request_id: context.requestId,
      method: target.method,
      endpoint: target.path,
      outcome: outcome.kind,
      ...(failed ? { status: failed.status, reason: failed.reason } : {}),
      ms: Math.round(performance.now() - started),
    },
    "call",
  );
  return outcome;
}

/** A caller that is gone is nobody's fault, and a refusal is an answer. */
function isWorthAWarning({ status, reason }: CallFailure): boolean {
  return status >= 500 && reason !== "cancelled";
}

export function outcomeOf<T>(answer: DoorAnswer): Outcome<T> {
  switch (answer.kind) {
    case "data":
      return { kind: "data", answer: answer.answer as T };
    case "empty":
      return emptyThrough(answer.through);
    case "refused":
      return refusedBy(answer.refusal);
    case "file":
      return { kind: "failure", status: SHAPE_FAILURE_STATUS, reason: "shape" };
  }
}

export function callerOf({
  token,
  own,
  requestId,
  clientAddress,
  deadlineMs = DEFAULT_DEADLINE_MS,
  signal,
}: CallContext): InProcessCaller {
  return {
    session: own && "viewer" in own ? own : null,
    presented: own
      ? { sessionId: own.sessionId }
      : { token: token ?? undefined },
    requestId,
    clientAddress,
    deadlineMs,
    signal,
  };
}

function emptyThrough(through: string | null | undefined): Outcome<never> {
  return through && isIsoDay(through)
    ? { kind: "empty", through }
    : { kind: "empty" };
}

export function refusedBy({
  status,
  body,
  problems,
  headers,
}: Refused): CallFailure {
  return {
    kind: "failure",
    status,
    message: wordsOf(body.message),
    error: wordsOf(body.error),
    field: body.field,
    problems,
    retryAfter: headers["retry-after"],
    reason: "host",
  };
}

async function askHost<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  A extends Shape,
>(
  upstream: Upstream,
  target: Endpoint<P, Q, B, A>,
  input: CallInput<P, Q, B>,
  context: CallContext,
): Promise<Outcome<DeepReadonly<z.infer<A>>>> {
  let answer: UpstreamAnswer;
  try {
    answer = await upstream({
      method: target.method,
      path: endpointPath(target, input.params, input.query),
      headers: headersOf(target.bodyType, context),
      body: writeBody(target.bodyType, input.body),
      deadlineMs: context.deadlineMs ?? DEFAULT_DEADLINE_MS,
      signal: context.signal,
    });
  } catch (error) {
    return failureOf(error);
  }
  if (answer.status === 204) return emptyThrough(answer.through);
  if (answer.status < 200 || answer.status > 299) return hostFailure(answer);
  const { read: parsed, unread } = readingCells(() =>
    target.answer.safeParse(readBody(answer)),
  );
  if (parsed.success) {
    if (unread.length > 0) tellUnread(unread, target.path, context.requestId);
    return { kind: "data", answer: parsed.data as DeepReadonly<z.infer<A>> };
  }
  log.error(
    {
      event: "upstream.shape",
      request_id: context.requestId,
      endpoint: target.path,
      // Paths only: the values may be about patients.
      paths: parsed.error.issues.slice(0, 10).map((one) => one.path.join(".")),
    },
    "answer has the wrong shape",
  );
  return { kind: "failure", status: SHAPE_FAILURE_STATUS, reason: "shape" };
}

/** Logs only paths: the values may be about patients. */
function tellUnread(
  paths: readonly string[],
  endpoint: string,
  request_id: string,
): void {
  log.warn(
    {
      event: "upstream.unread_cells",
      request_id,
      endpoint,
      cells: paths.length,
      paths: paths.slice(0, 10),
    },
    "some cells could not be read",
  );
}

export function headersOf(
  bodyType: "none" | "form" | "json",
  { token, requestId, refreshToken, clientAddress }: CallContext,
): Record<string, string> {
  return {
    accept: "application/json",
    "x-request-id": requestId,
    ...(token === null ? {} : { [ACCESS_TOKEN_HEADER]: token }),
    ...(refreshToken ? { [REFRESH_TOKEN_HEADER]: refreshToken } : {}),
    ...(clientAddress ? { "x-forwarded-for": clientAddress } : {}),
    ...(bodyType === "form"
      ? { "content-type": "application/x-www-form-urlencoded" }
      : {}),
    ...(bodyType === "json" ? { "content-type": "application/json" } : {}),
  };
}

function writeBody(
  bodyType: "none" | "form" | "json",
  body: unknown,
): string | undefined {
  if (bodyType === "none") return undefined;
  if (bodyType === "json") return JSON.stringify(body ?? {});
  const fields = Object.entries((body ?? {}) as Record<string, unknown>);
  return new URLSearchParams(
    fields
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  ).toString();
}

/** JSON where it is JSON, else the text itself: hosts label both carelessly, and the shape decides. */
function readBody({ text, contentType }: UpstreamAnswer): unknown {
  if (contentType.startsWith("text/csv")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function hostFailure(answer: UpstreamAnswer): CallFailure {
  const words = errorBody.safeParse(readBody(answer));
  return {
    kind: "failure",
    status: answer.status,
    message: wordsOf(words.data?.message),
    error: wordsOf(words.data?.error),
    field: words.data?.field,
    retryAfter: answer.retryAfter ?? undefined,
    reason: "host",
  };
}

function wordsOf(text: string | undefined): string | undefined {
  return text?.trim().slice(0, MAX_MESSAGE_LENGTH) || undefined;
}

export function failureOf(error: unknown): CallFailure {
  if (!(error instanceof UpstreamFailure)) {
    log.error({ event: "upstream.error", err: error }, "call failed");
    return { kind: "failure", status: 500, reason: "host" };
  }
  switch (error.reason) {
    case "timeout":
      return { kind: "failure", status: TIMEOUT_STATUS, reason: "timeout" };
    case "too-large":
    case "odd":
      return { kind: "failure", status: SHAPE_FAILURE_STATUS, reason: "shape" };
    case "unreachable":
    case "cancelled":
      return {
        kind: "failure",
        status: UNREACHABLE_STATUS,
        reason: error.reason,
      };
  }
}
