import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";

/** A browser that takes nothing for so long is given up. */
const STALLED_MS = 60_000;

declare global {
  /** The response under way; it outlives a rebuild in development. */
  var sojournResponses: AsyncLocalStorage<ServerResponse> | undefined;
}

const responses = (globalThis.sojournResponses ??=
  new AsyncLocalStorage<ServerResponse>());

/** Lets {@link roomToSend} know where the answer goes. */
export function answering(response: ServerResponse, answer: () => void): void {
  responses.run(response, answer);
}

/**
 * Resolves when what was sent so far has left; rejects if the browser takes nothing. Remix would pile a streamed body
 * up in memory. Call it while the request is answered.
 */
export function roomToSend(): () => Promise<void> {
  const response = responses.getStore();
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
