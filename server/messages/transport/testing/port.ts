import type { Socket } from "node:net";
import { afterEach, beforeEach } from "vitest";
import { virtualTime, type VirtualTime } from "~server/testing/virtual-time";
import {
  openMllpServer,
  type MllpOptions,
  type MllpServer,
} from "../mllp-server";
import type { Counted } from "../traffic";
import type { Receiver } from "./receiver";

/** A port for each test, what it counted, and its clients, all gone when the test ends. */
export function onPort() {
  const fresh = () => ({
    time: virtualTime(new Date("2026-06-14T14:15:00Z")),
    clients: [] as Socket[],
    counted: [] as Counted[],
    failures: [] as unknown[],
  });
  let now = fresh();
  let server: MllpServer | null = null;
  beforeEach(() => {
    now = fresh();
    server = null;
  });
  afterEach(async () => {
    now.clients.forEach((client) => client.destroy());
    await server?.close();
  });
  return {
    get time(): VirtualTime {
      return now.time;
    },
    get clients() {
      return now.clients;
    },
    get counted() {
      return now.counted;
    },
    get failures() {
      return now.failures;
    },
    get number(): number {
      if (!server) throw new Error("no port is open");
      return server.port;
    },
    async open(
      { receive }: Pick<Receiver, "receive">,
      more: Partial<MllpOptions> = {},
    ): Promise<MllpServer> {
      const { time, counted, failures } = now;
      server = await openMllpServer({
        ...{ host: "127.0.0.1", port: 0, receive },
        ...{ clock: time.clock, after: time.after },
        traffic: {
          count: (what) => counted.push(what),
          failed: (error) => failures.push(error),
          close: () => undefined,
        },
        ...more,
      });
      return server;
    },
    close() {
      const closing = server?.close();
      server = null;
      return closing;
    },
  };
}
