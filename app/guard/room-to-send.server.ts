import type { ServerResponse } from "node:http";
import { requestIdOf } from "~/data/request-context.server";

/** A browser that takes nothing for so long is given up. */
const STALLED_MS = 60_000;

declare global {
  /** Responses under way by request id; they outlive a rebuild in development. */
  var sojournResponses: Map<string, ServerResponse> | undefined;
}

// AsyncLocalStorage would cost each promise of every page some time.
const responses = (globalThis.sojournResponses ??= new Map<
  string,
  ServerResponse
>());

/** Lets {@link roomToSend} know where the answer goes; call what it returns when the answer is over. */
export function answering(
  requestId: string,
  response: ServerResponse,
): () => void {
  responses.set(requestId, response);
  return () => void responses.delete(requestId);
}

/**
 * Resolves when what was sent so far has left; rejects if the browser takes nothing. Remix would pile a streamed body
 * up in memory. Call it while the request is answered.
 */
export function roomToSend(request: Request): () => Promise<void> {
  const response = responses.get(requestIdOf(request));
  return async () => {
    if (response?.writableNeedDrain) await drained(response);
  };
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      response.off("drain", onRoom);
      response.off("close", onRoom);
      outcome();
    };
    const onRoom = () => settle(resolve);
    const timer = setTimeout(
      () => settle(() => reject(new Error("the browser has stopped reading"))),
      STALLED_MS,
    );
    response.on("drain", onRoom);
    response.on("close", onRoom);
  });
}
