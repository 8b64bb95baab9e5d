import type { z } from "zod";
import type { AnyEndpoint } from "~/contract/endpoint";
import type { IsoDay } from "~/domain/calendar";
import type { SignedIn } from "~server/auth/sessions";
import { clientAddressOf } from "~server/client-address";
import { readDataState } from "~server/store/data-state";
import { Refusal } from "~server/refusal";
import { nameOf, type Doors } from "./doors";
import { FileAnswer, NothingYet } from "./handler";
import { refusalOf } from "./refusal-of";
import { requireOwnPassword, runEntry, type Arrival } from "./run-entry";
import { inputOf, type AnyService } from "./services";

interface TypedInput {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
}

/** A session of the portal in this process, checked for one request. */
export interface OwnSession extends Omit<SignedIn, "token"> {
  /** When the data were last imported, `yyyy-MM-dd HH:mm:ss` New York time; null before the first import. */
  lastUpdated: string | null;
}

export interface Caller {
  /** The session checked earlier; null for calls that begin or end one. */
  session: OwnSession | null;
  presented: Arrival["presented"];
  requestId: string;
  clientAddress?: string | undefined;
  signal: AbortSignal;
}

/** The result of a call in this process. Answers may be shared, so nobody may change them. */
export type DoorAnswer =
  | { kind: "data"; answer: unknown }
  /** `through`: the last day of the data, which end before the requested range. */
  | { kind: "empty"; through: IsoDay | null }
  | { kind: "file"; answer: FileAnswer }
  | { kind: "refused"; refusal: Refusal };

/** Calls an endpoint in this process. Never throws; finishes and logs the call even if its caller has left. */
export async function callDoor(
  doors: Doors,
  target: Pick<AnyEndpoint, "method" | "path" | "bodyType">,
  input: TypedInput,
  caller: Caller,
): Promise<DoorAnswer> {
  const { method, path: route } = target;
  const entry = doors.entries.get(nameOf(target));
  const run = async (arrival: Parts) => {
    if (!entry) throw new Refusal(404, "There is no such call.");
    return runEntry(entry, {
      ...arrival,
      read: () => rawInputOf(target, input),
      presented: caller.presented,
    });
  };
  // A call without a session can only describe the user whose session begins.
  const isOpenAtFirst = caller.session === null;
  return answerAndLog(doors, { method, route }, caller, run, isOpenAtFirst);
}

export async function askDoor<Input extends z.ZodTypeAny>(
  doors: Doors,
  asked: AnyService<Input, unknown>,
  input: z.input<Input>,
  caller: Caller,
): Promise<DoorAnswer> {
  const name = { method: "ASK", route: asked.name };
  const run = async ({ authenticate, ...arrival }: Parts) => {
    const ctx = { ...arrival, deps: doors.deps };
    if (asked.isPublic) {
      refuseNul(input);
      return asked.run(ctx, inputOf(asked, input));
    }
    const { username, ...signedIn } = await authenticate();
    const user = { id: signedIn.userId, username };
    refuseNul(input);
    return asked.run({ ...ctx, ...signedIn, user }, inputOf(asked, input));
  };
  const isOpenAtFirst = !asked.isPublic && asked.withInitialPassword === true;
  return answerAndLog(doors, name, caller, run, isOpenAtFirst);
}

type Parts = Omit<Arrival, "read" | "presented">;

async function answerAndLog(
  { deps }: Doors,
  { method, route }: { method: string; route: string },
  { clientAddress, requestId, session, signal, presented }: Caller,
  run: (arrival: Parts) => Promise<unknown>,
  /** Open to users who must still choose their password. */
  isOpenAtFirst: boolean,
): Promise<DoorAnswer> {
  const startedAt = performance.now();
  const log = deps.log.child({ request_id: requestId });
  const address = clientAddressOf(clientAddress ?? null, null, deps.isPortal);
  let userId: number | null = null;
  let answer: DoorAnswer;
  try {
    const given = await run({
      async authenticate() {
        const signedIn =
          session ??
          (await ("token" in presented
            ? deps.sessions.authenticate(presented.token)
            : deps.sessions.open(presented.sessionId)));
        ({ userId } = signedIn);
        if (!isOpenAtFirst) requireOwnPassword(signedIn);
        return signedIn;
      },
      log,
      origin: { address, requestId },
      signal,
    });
    answer = answerOf(given);
  } catch (error) {
    answer = { kind: "refused", refusal: refusalOf(error, log) };
  }
  const status = statusOf(answer);
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  // A page makes up to nine calls and logs its own line.
  log[status < 400 ? "debug" : "info"]({
    event: "api.request",
    method,
    route,
    status,
    ms,
    user_id: userId,
  });
  return answer;
}

/** Checks a session of the portal in this process. Never throws; an ended session is a 401 refusal. */
export async function openSession(
  { deps }: Doors,
  sessionId: string,
  requestId: string,
): Promise<OwnSession | { refusal: Refusal }> {
  try {
    const [{ token: _, ...session }, { lastUpdated }] = await Promise.all([
      deps.sessions.open(sessionId),
      readDataState(deps.store.db),
    ]);
    return { ...session, lastUpdated };
  } catch (error) {
    const log = deps.log.child({ request_id: requestId });
    return { refusal: refusalOf(error, log) };
  }
}

/** The values as text, as in an address or form, so the same shapes parse them. */
function rawInputOf(
  { bodyType }: Pick<AnyEndpoint, "bodyType">,
  { params = {}, query = {}, body = {} }: TypedInput,
) {
  const raw = {
    params: asTexts(params),
    query: asTexts(query),
    body: bodyType === "json" ? body : asTexts(body as object),
  };
  refuseNul(raw);
  return raw;
}

function asTexts(values: object): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) texts[name] = String(value);
  }
  return texts;
}

function refuseNul(input: unknown): void {
  if (holdsNul(input)) throw new Refusal(400, "A field holds a NUL character.");
}

function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsNul);
}

function answerOf(answer: unknown): DoorAnswer {
  if (answer === null) return { kind: "empty", through: null };
  if (answer instanceof NothingYet) {
    return { kind: "empty", through: answer.through };
  }
  if (answer instanceof FileAnswer) return { kind: "file", answer };
  return { kind: "data", answer };
}

function statusOf(answer: DoorAnswer): number {
  if (answer.kind === "refused") return answer.refusal.status;
  return answer.kind === "empty" ? 204 : 200;
}
