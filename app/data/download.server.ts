import type { z } from "zod";
import { endpointPath, type Endpoint } from "~/contract/endpoint";
import { isIsoDay, type IsoDay } from "~/domain/calendar";
import { log } from "~/log.server";
import {
  callerOf,
  failureOf,
  headersOf,
  hostFailure,
  refusedBy,
  SHAPE_FAILURE_STATUS,
  type CallContext,
  type CallFailure,
  type CallInput,
} from "./call.server";
import { fileBody } from "./file-body.server";
import {
  askInProcess,
  callInProcess,
  type DoorAnswer,
  type Service,
} from "./in-process.server";
import { apiHost } from "./upstream.server";
import type { OpenStream, UpstreamStream } from "./upstream-failure.server";

/** How long to wait for the response headers by default; a host may need time to find a file. */
export const HEAD_DEADLINE_MS = 10_000;
/** A host that sends nothing for so long has broken off. */
export const IDLE_MS = 20_000;
const MAX_ERROR_BYTES = 64 * 1024;

type Shape = z.ZodTypeAny;

export type DownloadOutcome =
  | {
      kind: "file";
      contentType: string;
      /** The last day that its rows can be of, where the host names one before the end of the range (R253). */
      through: IsoDay | null;
      /** Read it to its end or cancel it. It fails where the host breaks off. */
      body: ReadableStream<Uint8Array>;
    }
  | { kind: "empty" }
  | CallFailure;

export interface DownloadContext extends Omit<CallContext, "refreshToken"> {
  /** The type that the file must have, without parameters. */
  contentType: string;
  idleMs?: number | undefined;
  /** Called once when the download has ended, for whatever reason. */
  ended?: (() => void) | undefined;
}

/** Makes a call that answers with a file, and streams the file. Never throws. */
export async function download<P extends Shape, Q extends Shape>(
  target: Endpoint<P, Q, Shape, Shape>,
  input: Pick<CallInput<P, Q, Shape>, "params" | "query">,
  context: DownloadContext,
): Promise<DownloadOutcome> {
  const open = () =>
    apiHost
      ? openAtHost(apiHost.openStream, {
          method: target.method,
          path: endpointPath(target, input.params, input.query),
          headers: {
            ...headersOf("none", context),
            accept: `${context.contentType}, application/json`,
          },
          deadlineMs: context.deadlineMs ?? HEAD_DEADLINE_MS,
          signal: context.signal,
        })
      : openInProcess(target, input, context);
  return receiveFile({ name: target.path, open }, context);
}

export interface FileSource {
  name: string;
  /** Throws an `UpstreamFailure` where no answer came. */
  open: () => Promise<OpenedFile>;
  /** Checks the first bytes; throws if it is no such file. */
  admit?: (stream: FileStream) => Promise<FileStream>;
}

/** Read it to its end or stop it. */
export type FileStream = Pick<
  UpstreamStream,
  "contentType" | "through" | "length" | "next" | "stop"
>;

export type OpenedFile =
  | { kind: "file"; stream: FileStream }
  | { kind: "empty" }
  | CallFailure;

export async function openAtHost(
  openStream: OpenStream,
  request: Parameters<OpenStream>[0],
): Promise<OpenedFile> {
  const stream = await openStream(request);
  if (stream.status < 200 || stream.status > 299) {
    return hostFailure({ ...stream, text: await readWords(stream) });
  }
  if (stream.status !== 204) return { kind: "file", stream };
  stream.stop();
  return { kind: "empty" };
}

export async function openInProcess<P extends Shape, Q extends Shape>(
  target: Endpoint<P, Q, Shape, Shape>,
  input: Pick<CallInput<P, Q, Shape>, "params" | "query">,
  context: Omit<DownloadContext, "contentType">,
): Promise<OpenedFile> {
  return openedBy(await callInProcess(target, input, fileCallerOf(context)));
}

export async function downloadOf<Input extends Shape>(
  service: Service<Input, never>,
  input: z.input<Input>,
  context: DownloadContext,
): Promise<DownloadOutcome> {
  const open = async () =>
    openedBy(await askInProcess(service, input, fileCallerOf(context)));
  return receiveFile({ name: service.name, open }, context);
}

function fileCallerOf(context: Omit<DownloadContext, "contentType">) {
  return callerOf({ deadlineMs: HEAD_DEADLINE_MS, ...context });
}

function openedBy(opened: DoorAnswer): OpenedFile {
  switch (opened.kind) {
    case "empty":
      return { kind: "empty" };
    case "refused":
      return refusedBy(opened.refusal);
    case "data":
      return { kind: "failure", status: SHAPE_FAILURE_STATUS, reason: "shape" };
    case "file":
      break;
  }
  const { file, body } = opened.answer;
  const reader = body.getReader();
  const stream: FileStream = {
    contentType: file.type,
    through: file.through ?? null,
    length: file.bytes ?? null,
    next: async () => (await reader.read()).value ?? null,
    stop: () => void reader.cancel().catch(() => undefined),
  };
  return { kind: "file", stream };
}

export async function receiveFile(
  { name, open, admit }: FileSource,
  context: DownloadContext,
): Promise<DownloadOutcome> {
  const started = performance.now();
  const end = (outcome: string, failed?: Pick<CallFailure, "reason">) => {
    context.ended?.();
    log[failed && failed.reason !== "cancelled" ? "warn" : "debug"](
      {
        event: "upstream.download",
        request_id: context.requestId,
        endpoint: name,
        outcome,
        ...failed,
        ms: Math.round(performance.now() - started),
      },
      "download",
    );
  };
  const opened = await open().catch(failureOf);
  if (opened.kind === "failure") {
    end("failure", named(opened));
    return opened;
  }
  if (opened.kind === "empty") {
    end("empty");
    return opened;
  }
  const { stream } = opened;
  if (!isOfType(stream.contentType, context.contentType)) {
    stream.stop();
    end("failure", { reason: "shape" });
    return { kind: "failure", status: SHAPE_FAILURE_STATUS, reason: "shape" };
  }
  let file: FileStream;
  try {
    file = admit ? await admit(stream) : stream;
  } catch (error) {
    stream.stop();
    const failure = failureOf(error);
    end("failure", named(failure));
    return failure;
  }
  const body = fileBody(file, {
    idleMs: context.idleMs ?? IDLE_MS,
    signal: context.signal,
    ended: (how) => end(how, how === "broken" ? { reason: "host" } : undefined),
  });
  const { contentType, through = "" } = stream;
  return {
    kind: "file",
    contentType,
    through: through !== null && isIsoDay(through) ? through : null,
    body,
  };
}

function named({ status, reason }: CallFailure) {
  return { status, reason };
}

function isOfType(given: string, expected: string): boolean {
  return given.split(";", 1)[0]?.trim().toLowerCase() === expected;
}

/** The body of an error, as far as it says anything; a long or broken one has no words. */
async function readWords(stream: UpstreamStream): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const giveUp = setTimeout(stream.stop, IDLE_MS);
  try {
    for (;;) {
      const part = await stream.next();
      if (!part) return Buffer.concat(parts).toString("utf8");
      parts.push(part);
      bytes += part.byteLength;
      if (bytes > MAX_ERROR_BYTES) return "";
    }
  } catch {
    return "";
  } finally {
    clearTimeout(giveUp);
    stream.stop();
  }
}
