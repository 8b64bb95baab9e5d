import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Calls `clean` once the answer is out or its connection is gone. Node emits `close` only for the answer that is being
 * sent: those queued behind it on their connection end with it, silently.
 */
export function whenOver(
  { socket }: IncomingMessage,
  response: ServerResponse,
  clean: () => void,
): void {
  const over = () => {
    response.off("close", over);
    socket.off("close", over);
    clean();
  };
  // One for each request that a client sends ahead.
  socket.setMaxListeners(0);
  response.once("close", over);
  socket.once("close", over);
}
