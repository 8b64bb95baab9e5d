import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";

const LAST_CALLS_MS = 500;
const LIMIT_MS = 8_500;

interface Connection {
  answering: Set<ServerResponse>;
  /** Bytes that had come when the last answer was out; more than that is a request on its way. */
  readBefore: number;
}

/**
 * Stops a server without losing a request. It accepts requests for up to a second more, so that a load balancer can
 * notice, then waits 8.5 seconds at most for the last answers. `met` are connections opened before. Node's own
 * `close` cuts off unsent answers and kept-alive connections with an unread request.
 */
export function watchForStop(
  server: Server,
  met: readonly Socket[] = [],
): () => Promise<void> {
  const connections = new Map<Socket, Connection>();
  let accepted = 0;
  let isStopping = false;
  let isClosed = false;
  let stopped: Promise<void> | undefined;

  function meet(socket: Socket): Connection {
    accepted += 1;
    const connection = { answering: new Set<ServerResponse>(), readBefore: 0 };
    connections.set(socket, connection);
    socket.once("close", () => connections.delete(socket));
    return connection;
  }

  function follow({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = connections.get(socket) ?? meet(socket);
    const earlier = last(connection.answering);
    connection.answering.add(response);
    if (isStopping) {
      // Node ends a connection after the answer that says so, and drops those that were to follow it.
      if (earlier?.headersSent === false) earlier.removeHeader("Connection");
      askToClose(response);
    }
    response.once("close", () => {
      connection.answering.delete(response);
      connection.readBefore = socket.bytesRead;
      if (isClosed) setImmediate(closeIdle);
    });
  }

  /** Call it right after the event loop has read what had arrived. */
  function closeIdle(): void {
    for (const [socket, { answering, readBefore }] of connections) {
      if (answering.size === 0 && socket.bytesRead === readBefore) {
        socket.destroy();
      }
    }
  }

  /**
   * The system holds connections that this process has not met, and each turn of the event loop meets one. The wait
   * is limited, so that answers under way have time.
   */
  async function untilNobodyWaits(): Promise<void> {
    const until = performance.now() + LAST_CALLS_MS;
    while (performance.now() < until) {
      const before = accepted;
      await nextTurn();
      if (accepted === before) return;
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    const limit = setTimeout(() => server.closeAllConnections(), LIMIT_MS);
    for (const { answering } of connections.values()) {
      askToClose(last(answering));
    }
    await new Promise((over) => setTimeout(over, LAST_CALLS_MS));
    await untilNobodyWaits();
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    isClosed = true;
    closeIdle();
    await closed;
    clearTimeout(limit);
  }

  met.forEach(meet);
  server.on("connection", meet);
  server.prependListener("request", follow);
  return () => (stopped ??= stop());
}

function last(answering: Set<ServerResponse>): ServerResponse | undefined {
  return [...answering].at(-1);
}

function askToClose(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) {
    response.setHeader("Connection", "close");
  }
}

/** Node looks every 30 seconds for requests that are late. */
export function limitServer(server: Server): void {
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 20_000;
  server.maxConnections = 2_000;
}
