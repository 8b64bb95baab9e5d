import type { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import { DataDirInUseError } from "~server/data-dir-lock";
import { openDataServer, type DataServer } from "~server/data-server";
import {
  askDoor,
  callDoor,
  openSession,
  type Caller,
  type DoorAnswer,
  type OwnSession,
} from "~server/door/in-process-door";
import type { AnyService, Service } from "~server/door/services";
import { settings } from "~/env.server";
import { log } from "~/log.server";
import { UpstreamFailure } from "./upstream-failure.server";

type Shape = z.ZodTypeAny;

declare global {
  /** Data servers of this process by folder: they outlive a rebuild of the portal in development. */
  var sojournDataServers: Map<string, Promise<DataServer>> | undefined;
}

export function dataServer(): Promise<DataServer> {
  const servers = (globalThis.sojournDataServers ??= new Map<
    string,
    Promise<DataServer>
  >());
  const key = settings.DATABASE_URL ?? settings.DATA_DIR;
  let opened = servers.get(key);
  if (!opened) {
    opened = openDataServer({
      settings,
      log: log.child({ part: "data-server" }),
    });
    servers.set(key, opened);
  }
  return opened;
}

export function isFolderInUse(error: unknown): boolean {
  return error instanceof DataDirInUseError;
}

export async function closeDataServer(): Promise<void> {
  const key = settings.DATABASE_URL ?? settings.DATA_DIR;
  const opened = globalThis.sojournDataServers?.get(key);
  globalThis.sojournDataServers?.delete(key);
  await (await opened)?.close();
}

export type { AnyService, DoorAnswer, OwnSession, Service };

export async function openInProcess(
  sessionId: string,
  { requestId, deadlineMs }: Pick<InProcessCaller, "requestId" | "deadlineMs">,
) {
  const opened = dataServer().then((server) =>
    openSession(server.doors, sessionId, requestId),
  );
  return untilGivenUp(opened, { deadlineMs, signal: undefined });
}

/** Id of the session that a token of the data server in this process is for; null for any other text. */
export async function sessionOfToken(token: string): Promise<string | null> {
  return (await dataServer()).doors.deps.sessions.idIn(token);
}

export interface InProcessCaller extends Omit<Caller, "signal"> {
  /** How long the caller waits for the answer, or for the beginning of a file. */
  deadlineMs: number;
  signal?: AbortSignal | undefined;
}

export async function askInProcess<Input extends Shape>(
  service: AnyService<Input, unknown>,
  input: z.input<Input>,
  caller: InProcessCaller,
): Promise<DoorAnswer> {
  return answeredInTime(caller, (server, asking) =>
    // Uses this build's service: after a rebuild the data server may still be the old one.
    askDoor(server.doors, service, input, asking),
  );
}

/** Throws {@link UpstreamFailure} if the deadline or the caller ends the wait. */
export async function callInProcess<P extends Shape, Q extends Shape>(
  target: Endpoint<P, Q, Shape, Shape>,
  input: { params?: z.output<P>; query?: z.output<Q>; body?: unknown },
  caller: InProcessCaller,
): Promise<DoorAnswer> {
  return answeredInTime(caller, (server, asking) =>
    callDoor(server.doors, target, input, asking),
  );
}

async function answeredInTime(
  { deadlineMs, signal, ...caller }: InProcessCaller,
  ask: (server: DataServer, caller: Caller) => Promise<DoorAnswer>,
): Promise<DoorAnswer> {
  if (signal?.aborted) throw new UpstreamFailure("cancelled");
  const left = new AbortController();
  const answered = dataServer().then((server) =>
    ask(server, { ...caller, signal: left.signal }),
  );
  try {
    return await untilGivenUp(answered, { deadlineMs, signal }, left);
  } catch (error) {
    // A file may come yet, and nobody would read it.
    answered.then(discard, () => undefined);
    throw error;
  }
}

function discard(late: DoorAnswer): void {
  if (late.kind === "file") {
    late.answer.body.cancel().catch(() => undefined);
  }
}

/** Aborts `left` if the deadline or the caller ends the wait. */
async function untilGivenUp<T>(
  answered: Promise<T>,
  { deadlineMs, signal }: Pick<InProcessCaller, "deadlineMs" | "signal">,
  left?: AbortController,
): Promise<T> {
  let giveUp: (reason: "timeout" | "cancelled") => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (reason) => {
      left?.abort();
      reject(new UpstreamFailure(reason));
    };
  });
  const cancel = () => giveUp("cancelled");
  const timer = setTimeout(() => giveUp("timeout"), deadlineMs);
  signal?.addEventListener("abort", cancel);
  try {
    return await Promise.race([answered, givenUp]);
  } finally {
    // An AbortController would do it in fewer lines, and makes an error with its stack for each call.
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}
